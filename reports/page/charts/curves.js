// The figures of the papers, and the curve of planted errors that are flagged.
import {axis} from './axis.js';
import {barsSpec, css, linesSpec} from './specification.js';

export function curvesChart(width, data, figure) {
  const curves = data.curves.filter((c) => c.figure === figure), first = curves[0];
  const examples = first.x_name.split(' | '), beside = (c) => c.name.replace(/, quoted$/, '');
  const names = [...new Set(curves.map(beside))], index = (c) => names.indexOf(beside(c));
  const about = first.about;
  const legend = names.map((name) => curves.some((c) => c.name === name) ? name : name + ', quoted');
  const isQuoted = (c) => c.name !== beside(c);
  const quoted = (shape) => curves.some(isQuoted) ?
      [{name: 'printed in the paper', shape, stroke: css(shape === 'stroke' ? 'ink' : 'grey')}] :
      [];
  if (examples.length > 1)
    return {
      about,
      legend,
      further: quoted('stroke'),
      rows: [
        ['bar', 'example', first.y_name],
        ...curves.flatMap((c) => c.x.map((v, k) => [c.name, examples[v - 1], c.y[k]]))
      ],
      spec: barsSpec(
          width, Math.min(440, Math.max(300, width * 0.45)), first.figure + ': ' + first.about, examples,
          first.y_name, names, curves.flatMap((c) => c.x.map((v, k) => ({
                                                               example: examples[v - 1],
                                                               i: index(c),
                                                               y: c.y[k],
                                                               quoted: isQuoted(c),
                                                               tip: `${c.name}\n${examples[v - 1]}: ${c.y[k]}`
                                                             }))))
    };
  const x = axis(curves.flatMap((c) => c.x), true), all = curves.flatMap((c) => c.y),
        y = axis(all, Math.max(...all) < 200 * Math.min(...all));
  const lines = curves.map(
      (c) => ({
        name: c.name,
        i: index(c),
        quoted: isQuoted(c),
        points: c.x.map((v, k) => [x.place(v), y.place(c.y[k]), `${first.x_name || 'x'} ${v}: ${c.y[k]}`])
      }));
  return {
    about,
    legend,
    further: quoted('circle'),
    rows: [
      ['line', first.x_name, first.y_name], ...curves.flatMap((c) => c.x.map((v, k) => [c.name, v, c.y[k]]))
    ],
    spec: linesSpec(
        width, Math.min(440, Math.max(280, width * 0.45)), first.figure + ': ' + first.about, x, y,
        first.x_name, first.y_name, lines)
  };
}

export function powerChart(width, data) {
  const x = axis(data.power.flatMap((c) => c.errors)), y = {
    domain: [-0.03, 1.03],
    tics: [0, 0.5, 1],
    labels: {'0.0000': 'none', '0.5000': '½', '1.0000': 'all'}
  };
  const lines =
      data.power.map((c) => ({
                       name: c.name,
                       points: c.errors.map((v, k) => [x.place(v), c.flagged[k], `${v}: ${c.flagged[k]}`])
                     }));
  return {
    legend: lines.map(({name}) => name),
    rows: [
      ['curve', 'error', 'flagged'],
      ...data.power.flatMap((c) => c.errors.map((v, k) => [c.name, v, c.flagged[k]]))
    ],
    spec: linesSpec(
        width, 340, 'Share of the planted errors that are flagged, against their size', x, y,
        'relative error planted', 'flagged', lines)
  };
}
