// The charts of one problem: errors, performance profile.
import {axis, power} from './axis.js';
import {colours, css, lineMark, linesOf, linesSpec, list, mark, plane, shapes, spec} from './specification.js';

/** The indices of the numbers of a point, as reports/src/page/chart_data.cpp lists them. */
const at = {
  n: 0,
  N: 1,
  depth: 2,
  κ: 3,
  error: 4,
  σ: 5,
  α: 6,
  answers: 7,
  failed: 8,
  command: 9
};

/**
 * `count` plugins from the best to the worst, by the α that nine tenths of their answers keep below. They answer at least half as
 * many of the compared cases as any plugin: a plugin of a narrow domain is compared with few others.
 */
export function usual(plugins, count = 3) {
  const key = (name) => plugins[name].alpha[5] ?? Infinity;
  const answers = (name) => plugins[name].profile.at(-1)?.[1] ?? 0;
  const names = Object.keys(plugins), most = Math.max(...names.map(answers));
  const sorted =
      names.filter((name) => 2 * answers(name) >= most).sort((a, b) => key(a) - key(b) || a.localeCompare(b));
  return [...new Set(
      [...Array(count).keys()].map((k) => sorted[Math.round(k * (sorted.length - 1) / (count - 1))]))];
}

const quantities = {
  n: 'n, degrees of freedom',
  N: 'N, bodies',
  depth: 'depth, bodies to the base',
  κ: 'κ, condition number of the scaled mass matrix',
  error: 'relative error',
  σ: 'σ, inherent uncertainty',
  α: 'α = error / σ'
};
const counts = ['n', 'N', 'depth'];

function tipOf(plugin, p) {
  const error = p[at.error] ?? '∞', σ = p[at.σ] ?? '–', α = p[at.α] ?? '∞', κ = p[at.κ] ?? '–';
  return `${plugin}\nn = ${p[at.n]}, N = ${p[at.N]}, depth ${p[at.depth]}, κ ${κ}` +
      `\nerror ${error}, σ ${σ}, α ${α}` +
      (p[at.answers] > 1 ? `\nthe worst of ${p[at.answers]} answers near by` : '') +
      (p[at.failed] ? `\n${p[at.failed]} failed` : '');
}

export function errorChart(width, data, problem, names, xKey = 'n', yKey = 'error') {
  const {plugins, sigma, norm} = data.problems[problem];
  const command = (index, plugin) =>
      data.commands[index].replace('$plugin', plugin).replace('$problem', problem);
  const xName = quantities[xKey], yName = quantities[yKey], xAt = at[xKey], yAt = at[yKey];
  const overN = xKey === 'n' && yKey === 'error';
  const points = names.flatMap((plugin, i) => plugins[plugin].points.map((p) => ({plugin, i, p})))
                     .filter(({p}) => xAt !== at.κ || p[xAt] !== null);  // of large trees it is not formed
  const x = axis(points.map(({p}) => p[xAt]), counts.includes(xKey));
  const y = axis([...points.map(({p}) => p[yAt]), ...(overN ? sigma.map((s) => s[1]) : [])]);
  const marks = points.map(({plugin, i, p}) => ({
                             x: x.place(p[xAt]),
                             y: y.place(p[yAt]),
                             i,
                             size: 40 + 24 * Math.log2(p[at.answers]),
                             failed: p[at.failed] > 0,
                             command: command(p[at.command], plugin),
                             tip: tipOf(plugin, p),
                           }));
  const line = (list, i) => list.map(([n, value]) => ({x: x.place(n), y: y.place(value), i}));
  const medians = overN ? names.flatMap((plugin, i) => line(plugins[plugin].medians, i)) : [];
  const symbols = mark('symbol', 'points', {
    x: {scale: 'x', field: 'x'},
    y: {scale: 'y', field: 'y'},
    size: {field: 'size'},
    fill: {signal: colours('i')},
    shape: {signal: list(shapes, 'i')},
    fillOpacity: {value: 0.62},
    stroke: {signal: `datum.failed ? '${css('F')}' : '${css('panel')}'`},
    strokeWidth: {signal: 'datum.failed ? 2 : 0.4'},
    tooltip: {field: 'tip'},
    cursor: {value: 'pointer'}
  });
  return {
    further: [
      ...(overN ? [{name: 'σ, median', shape: 'stroke', stroke: css('grey')}] : []),
      ...(marks.some((mark) => mark.failed) ? [{name: 'failed', shape: 'circle', stroke: css('F')}] : [])
    ],
    rows: [
      ['plugin', 'n', 'N', 'depth', 'condition', 'error', 'sigma', 'alpha', 'answers', 'failed', 'command'],
      ...points.map(
          ({plugin,
            p}) => [plugin, ...p.slice(0, at.command).map((v) => v ?? 'nan'), command(p[at.command], plugin)])
    ],
    spec: spec(
        width, Math.min(440, Math.max(300, width * 0.5)),
        `${yName} against ${xName}, ${problem}: ${names.join(', ')}`, {
          data: [
            {name: 'points', values: marks}, {name: 'medians', values: medians},
            {name: 'sigma', values: overN ? line(sigma) : []}
          ],
          ...plane(
              x, y, xName, yKey === 'error' ? 'error, ' + norm : yName,
              [
                linesOf('medians', {strokeWidth: {value: 1.6}}),
                lineMark('sigma', {stroke: {value: css('grey')}, strokeWidth: {value: 2.6}}),
                {...symbols, encode: {...symbols.encode, hover: {fillOpacity: {value: 1}}}}
              ])
        })
  };
}

export function profileChart(width, {problems}, problem, names) {
  const {plugins, compared} = problems[problem];
  const last = Math.max(4, ...names.flatMap((name) => plugins[name].profile.map((p) => p[0]))) + 0.5;
  const lines = names.map((name) => {
    const steps = (compared ? plugins[name].profile : [])
                      .map(
                          ([decades, within]) =>
                              [decades, within / compared,
                               `${within} of ${compared} within 10^${decades} of the best`]);
    return {name, points: steps.length ? [...steps, [last, steps[steps.length - 1][1]]] : []};
  });
  const x = {domain: [-0.1, last], tics: [], labels: {}}, y = {
    domain: [0, 1.03],
    tics: [0, 0.25, 0.5, 0.75, 1],
    labels: {'0.0000': '0', '0.2500': '¼', '0.5000': '½', '0.7500': '¾', '1.0000': 'all'}
  };
  for (let k = 0; k < last; k += Math.ceil(last / 8)) {
    x.tics.push(k);
    x.labels[k.toFixed(4)] = power(k);
  }
  return {
    legend: names,
    rows: [
      ['plugin', 'decades behind the best', 'share of cases'],
      ...lines.flatMap(({name, points}) => points.map((p) => [name, p[0], p[1]]))
    ],
    spec: linesSpec(
        width, 280, 'Performance profile of accuracy, ' + problem, x, y, 'error / that of the best plugin',
        'share of the cases', lines, true)
  };
}
