// A chart of the page, with its controls.
import {parse, View} from 'vega';

import {most} from './specification.js';

const {addCopy} = window.kintree;

const tip = document.createElement('div');
tip.className = 'tip';
tip.hidden = true;
document.body.append(tip);
function showTip(handler, event, item, value) {
  tip.hidden = value === null || value === undefined || value === '';
  if (tip.hidden) return;
  tip.textContent = value;
  tip.style.left = Math.min(event.clientX + 12, innerWidth - 300) + 'px';
  tip.style.top = event.clientY + 14 + 'px';
}

export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

function save(name, href) { element('a', {href, download: name}).click(); }

/**
 * A chart in `box`. `make(width)` returns {spec, rows}, and where the chart has a legend the text `about` it and the names in
 * `legend`. It is called again whenever something that it depends on has changed.
 */
export class Chart {
  constructor(box, heading, note, make, zooms = false) {
    this.box = box;
    this.make = make;
    this.name = box.dataset.chart;
    this.canvas = element('div', {className: 'canvas'});
    this.chosen = element('p', {className: 'chosen'});
    this.chosen.setAttribute('aria-live', 'polite');
    this.controls = element('div', {className: 'controls'});
    this.legend = element('div', {className: 'legend'});
    const tools = element('div', {className: 'controls'});
    const button = (text, label, action) => {
      const made = element('button', {type: 'button', textContent: text, onclick: action});
      made.setAttribute('aria-label', label);
      tools.append(made);
      return made;
    };
    this.zooming = [];
    if (zooms) {
      const zoom = (factor) => {
        const middle = (name) => this.view.signal(name).reduce((a, b) => (a + b) / 2);
        this.view.signal('anchor', [middle('xdomain'), middle('ydomain')]).signal('zoom', factor).run();
        this.view.signal('zoom', 1).run();
      };
      this.zooming = [
        button('+', 'Zoom in', () => zoom(0.7)), button('−', 'Zoom out', () => zoom(1 / 0.7)),
        button('Reset', 'Reset the zoom', () => this.draw())
      ];
    }
    button(
        'SVG', 'Save as SVG: ' + heading,
        () => this.view.toImageURL('svg').then((url) => save(this.name + '.svg', url)));
    button(
        'PNG', 'Save as PNG: ' + heading,
        () => this.view.toImageURL('png', 2).then((url) => save(this.name + '.png', url)));
    button(
        'CSV', 'Save the data as CSV: ' + heading,
        () => save(
            this.name + '.csv',
            'data:text/csv;charset=utf-8,' +
                encodeURIComponent(
                    this.rows
                        .map(
                            (row) =>
                                row.map(
                                       (v) =>
                                           (/[",\n]/.test(v) ? '"' + String(v).replaceAll('"', '""') + '"' :
                                                               v))
                                    .join())
                        .join('\n') +
                    '\n')));
    box.append(
        element('p', {className: 'title', textContent: heading}), this.controls, this.legend, this.canvas,
        this.chosen, element('p', {className: 'caption', textContent: note}), tools);
    box.hidden = false;
  }

  /** Draws it, if it is seen: else it will be, when its view is shown. */
  draw() {
    if (!this.box.offsetParent) return;
    const width = Math.max(240, this.canvas.clientWidth);
    const {spec, rows, about = '', legend = []} = this.make(width);
    this.rows = rows;
    this.legend.replaceChildren(
        ...(about ? [element('span', {className: 'soft', textContent: about})] : []), ...keys(legend));
    this.drawn = width;
    const zooms = spec.signals?.some((signal) => signal.name === 'xdomain');
    for (const button of this.zooming) button.hidden = !zooms;
    if (this.view) this.view.finalize();
    this.view =
        new View(parse(spec), {renderer: 'svg', container: this.canvas, hover: true, tooltip: showTip});
    this.view.addEventListener('click', (event, item) => this.choose(item?.datum?.command));
    this.view.run();
  }

  choose(command) {
    if (!command) return;
    const code = element('code', {textContent: command});
    this.chosen.replaceChildren(code);
    addCopy(code);
  }
}

/** The mark and colour of a line, as the rest of the page has them (reports/page/marks.html). */
export const key = (i) =>
    `<svg class="key" viewBox="-2 -2 4 4" aria-hidden="true"><use href="#mark${i % most}"/></svg>`;
function keys(names) {
  return names.map((name, i) => {
    const entry = element('span');
    entry.innerHTML = key(i);
    entry.append(name);
    return entry;
  });
}

/** A choice, with its label: [label, select]. */
export function select(label, options, changed) {
  const input = element(
      'select', {onchange: changed}, ...options.map((o) => element('option', {value: o, textContent: o})));
  return [element('label', {}, label + ' ', input), input];
}
