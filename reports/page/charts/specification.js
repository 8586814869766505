// Parts of Vega's specifications, in the page's colours.
import {vegaAxis} from './axis.js';

/** In the order of the page's marks (reports/page/marks.html). Outlines draw the pentagon and the ring. */
export const shapes = [
  'circle', 'triangle-up', 'square', 'diamond', 'triangle-down',
  'M0,-1.2L1.14,-.37L.71,.97L-.71,.97L-1.14,-.37Z',
  'M-1,0A1,1,0,1,0,1,0A1,1,0,1,0,-1,0ZM-.55,0A.55,.55,0,1,1,.55,0A.55,.55,0,1,1,-.55,0Z'
];
export const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4], [1, 2]];
export const most = 7;
let colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
/** The colour of this name in the style sheet of the page. */
export const css = (name) => colourOf(name);
/** Takes the colours from the text of the style sheet, for a program without a page: those of the light theme. */
export function takeColours(style) { colourOf = (name) => style.match(new RegExp(`--${name}:([^;}]*)`))[1]; }
const font = 'system-ui,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif';

const config = () => ({
  axis: {
    labelColor: css('soft'),
    titleColor: css('soft'),
    gridColor: css('faint'),
    labelFont: font,
    titleFont: font,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 'normal'
  },
  text: {font, fill: css('ink')},
});
export const colour = (i) => css('plugin-' + (i % most));

export function spec(width, height, description, parts) {
  return {
    $schema: 'https://vega.github.io/schema/vega/v5.json',
    width,
    height,
    description,
    padding: 4,
    config: config(),
    autosize: {type: 'fit', contains: 'padding'},
    ...parts
  };
}

/**
 * The specification of a figure in a file: it has a legend of the lines of these names, and of further marks {name, shape,
 * stroke}.
 */
export function asFile(spec, names, further = []) {
  const entries = [
    ...names.map((name, i) => ({name, shape: shapes[i % most], fill: colour(i), stroke: colour(i)})),
    ...further.map((entry) => ({...entry, fill: 'transparent'}))
  ];
  const scale = (key) => ({
    name: 'legend ' + key,
    type: 'ordinal',
    domain: entries.map(({name}) => name),
    range: entries.map((entry) => entry[key])
  });
  const keys = ['shape', 'fill', 'stroke'];
  return {
    ...spec,
    autosize: 'pad',
    background: css('panel'),
    scales: [...spec.scales, ...keys.map(scale)],
    legends: entries.length ? [{
      ...Object.fromEntries(keys.map((key) => [key, 'legend ' + key])),
      orient: 'bottom',
      columns: 2,
      labelLimit: spec.width,
      labelFont: font,
      labelFontSize: 12,
      labelColor: css('ink'),
      symbolStrokeWidth: 1.6
    }] :
                              []
  };
}

/** Zoom by the wheel with the control key held, and by the chart's buttons; pan by dragging. */
export const zoomSignals = (x, y) =>
    [{
      name: 'zoom',
      value: 1,
      on: [
        {events: {type: 'wheel', consume: true, filter: 'event.ctrlKey'}, update: 'pow(1.002, event.deltaY)'}
      ]
    },
     {
       name: 'anchor',
       value: [0, 0],
       on: [{events: 'wheel[event.ctrlKey]', update: '[invert(\'x\', x()), invert(\'y\', y())]'}]
     },
     {
       name: 'down',
       value: null,
       on: [{events: 'mousedown', update: 'xy()'}, {events: 'mouseup', update: 'null'}]
     },
     {name: 'from', value: null, on: [{events: 'mousedown', update: '[xdomain, ydomain]'}]},
     {
       name: 'delta',
       value: [0, 0],
       on: [{
         events: '[mousedown, window:mouseup] > window:mousemove',
         update: 'down ? [x() - down[0], y() - down[1]] : [0, 0]'
       }]
     },
     {
       name: 'xdomain',
       value: x.domain,
       on: [
         {events: {signal: 'delta'}, update: 'from ? panLinear(from[0], -delta[0] / width) : xdomain'},
         {events: {signal: 'zoom'}, update: 'zoomLinear(xdomain, anchor[0], zoom)'}
       ]
     },
     {
       name: 'ydomain',
       value: y.domain,
       on: [
         {events: {signal: 'delta'}, update: 'from ? panLinear(from[1], delta[1] / height) : ydomain'},
         {events: {signal: 'zoom'}, update: 'zoomLinear(ydomain, anchor[1], zoom)'}
       ]
     },
];


/** A line through the rows of `data`. */
export const lineMark = (data, stroke) => ({
  type: 'line',
  aria: false,
  interactive: false,
  from: {data},
  encode: {update: {x: {scale: 'x', field: 'x'}, y: {scale: 'y', field: 'y'}, ...stroke}}
});

/** The value of so manieth of a list, by a field of a row. */
export const list = (values, field) =>
    JSON.stringify(values) + '[datum.' + field + ' % ' + values.length + ']';
export const colours = (field) => list([...Array(most).keys()].map(colour), field);

/** The marks of this type of the rows of `data`. */
export const mark = (type, data, update) => ({type, aria: false, from: {data}, encode: {update}});

/** Marks in a plane that can be moved and zoomed: the parts of a specification, but its data. */
export const plane = (x, y, xTitle, yTitle, marks) => ({
  signals: zoomSignals(x, y),
  scales: [
    {name: 'x', domain: {signal: 'xdomain'}, range: 'width', zero: false},
    {name: 'y', domain: {signal: 'ydomain'}, range: 'height', zero: false}
  ],
  axes: [vegaAxis('bottom', 'x', x, xTitle), vegaAxis('left', 'y', y, yTitle)],
  marks: [{
    type: 'group',
    clip: true,
    encode: {update: {width: {signal: 'width'}, height: {signal: 'height'}}},
    marks
  }]
});

/** The lines of `data`, a colour and dashes for each value of its field i. */
export const linesOf = (data, stroke) => ({
  type: 'group',
  from: {facet: {name: 'of ' + data, data, groupby: 'i'}},
  marks: [lineMark(
      'of ' + data, {stroke: {signal: colours('i')}, strokeDash: {signal: list(dashes, 'i')}, ...stroke})]
});

/** The labels of marks, beside them where there is room. */
const labelsOf = (marks) => ({
  type: 'text',
  aria: false,
  interactive: false,
  from: {data: marks},
  encode: {update: {text: {field: 'datum.label'}, fill: {value: css('ink')}, fontSize: {value: 12}}},
  transform: [{type: 'label', size: {signal: '[width, height]'}, offset: [5], padding: 0}]
});

/** A figure of bars, side by side for each example; what is quoted is a line across its bar. */
export function barsSpec(width, height, description, examples, yTitle, names, values) {
  const bar = {
    x: {scale: 'example', field: 'example', offset: {scale: 'bar', field: 'i'}},
    width: {scale: 'bar', band: 1},
    tooltip: {field: 'tip'}
  };
  return spec(width, height, description, {
    signals: [{name: 'step', update: 'bandwidth(\'example\')'}],
    data: [
      {name: 'ours', values: values.filter((v) => !v.quoted)},
      {name: 'quoted', values: values.filter((v) => v.quoted)}
    ],
    scales: [
      {name: 'example', type: 'band', domain: examples, range: 'width', padding: 0.2}, {
        name: 'bar',
        type: 'band',
        domain: names.map((_, i) => i),
        range: [0, {signal: 'step'}],
        padding: 0.08
      },
      {name: 'y', domain: [0, Math.max(...values.map((v) => v.y))], range: 'height', nice: true}
    ],
    axes: [
      {
        orient: 'bottom',
        scale: 'example',
        domain: false,
        ticks: false,
        labelPadding: 6,
        ...(examples.length > 3 ? {labelAngle: -25, labelAlign: 'right', labelLimit: 300} : {})
      },
      {
        orient: 'left',
        scale: 'y',
        title: yTitle,
        grid: true,
        domain: false,
        ticks: false,
        labelPadding: 6,
        tickCount: 6
      }
    ],
    marks: [
      mark(
          'rect', 'ours',
          {...bar, y: {scale: 'y', field: 'y'}, y2: {scale: 'y', value: 0}, fill: {signal: colours('i')}}),
      mark(
          'rect', 'quoted',
          {...bar, y: {scale: 'y', field: 'y', offset: -1.5}, height: {value: 3}, fill: {value: css('ink')}})
    ],
  });
}

/** A figure of lines: each {name, points: [[x, y, tip, label], ...]} of places; without a label a mark has none. */
export function linesSpec(width, height, description, x, y, xTitle, yTitle, lines, step = false) {
  const rows =
      lines.flatMap(({name, points, i, quoted}, k) => points.map((p) => ({
                                                                   name,
                                                                   i: i ?? k,
                                                                   quoted,
                                                                   x: p[0],
                                                                   y: p[1],
                                                                   tip: p[2] ? name + '\n' + p[2] : name,
                                                                   label: p[3]
                                                                 })));
  const labels = rows.some((row) => row.label) ? [labelsOf('marks')] : [];
  const points = mark('symbol', 'points', {
    x: {scale: 'x', field: 'x'},
    y: {scale: 'y', field: 'y'},
    size: {signal: `datum.quoted ? 130 : ${step ? 14 : 42}`},
    fill: {signal: `datum.quoted ? 'transparent' : ${colours('i')}`},
    stroke: {signal: `datum.quoted ? ${colours('i')} : null`},
    shape: {signal: `datum.quoted ? 'circle' : ${list(shapes, 'i')}`},
    tooltip: {field: 'tip'}
  });
  return spec(width, height, description, {
    data: [{name: 'points', values: rows}, {name: 'own', values: rows.filter((row) => !row.quoted)}],
    ...plane(
        x, y, xTitle, yTitle,
        [
          linesOf('own', {interpolate: {value: step ? 'step-after' : 'linear'}, strokeWidth: {value: 2}}),
          {...points, name: 'marks'}, ...labels
        ])
  });
}
