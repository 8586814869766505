// Charts of times: performance profiles over models, and accuracy against time.
import {axis} from './axis.js';
import {Chart, element, select} from './chart.js';
import {linesSpec, most} from './specification.js';

const unique = (list) => [...new Set(list)];

/** The plugins that are fast most often, with the ratios on the models that they answer. */
function profiles(timings, problem) {
  const rows = timings.filter((t) => t.problem === problem && t.ratio),
        models = unique(rows.map((t) => t.model));
  const of =
      unique(rows.map((t) => t.plugin)).map((name) => ({
                                              name,
                                              ratios: rows.filter((t) => t.plugin === name && t.answers)
                                                          .map((t) => t.ratio)
                                                          .sort((a, b) => a - b)
                                            }));
  const area = ({ratios}) => ratios.reduce((sum, r) => sum + 1 / r, 0);
  return {models, plugins: of.sort((a, b) => area(b) - area(a)).slice(0, most)};
}

function timeProfile(width, timings, problem) {
  const {models, plugins} = profiles(timings, problem), all = plugins.flatMap((p) => p.ratios);
  const x = axis([1, ...all], true), last = Math.max(...all.map(Math.log10), 0.1);
  const y = {
    domain: [0, 1.03],
    tics: [0, 0.25, 0.5, 0.75, 1],
    labels: {'0.0000': '0', '0.2500': '¼', '0.5000': '½', '0.7500': '¾', '1.0000': 'all'}
  };
  const lines = plugins.map(({name, ratios}) => {
    const points = ratios.map(
        (r, k) =>
            [Math.log10(Math.max(1, r)), (k + 1) / models.length,
             `${k + 1} of ${models.length} models within ${r} times the fastest`]);
    return {name, points: points.length ? [...points, [last, points[points.length - 1][1]]] : []};
  });
  return {
    legend: lines.map(({name}) => name),
    rows: [
      ['plugin', 'ratio', 'share of models'],
      ...plugins.flatMap(({name, ratios}) => ratios.map((r, k) => [name, r, (k + 1) / models.length]))
    ],
    spec: linesSpec(
        width, 300, 'Performance profile of time, ' + problem, x, y, 'time / that of the fastest',
        'share of the models', lines, true)
  };
}

function paretoChart(width, timings, problem, model) {
  const rows = timings.filter((t) => t.problem === problem && t.model === model && t.time && t.error)
                   .sort((a, b) => a.time - b.time);
  const x = axis(rows.map((t) => t.time / 1000), false), y = axis(rows.map((t) => t.error));
  const point = (t) =>
      [x.place(t.time / 1000), y.place(t.error), `${t.plugin}\n${t.time / 1000} µs, error ${t.error}`,
       t.plugin];
  const lines = [
    {name: 'nobody is faster and more accurate', points: rows.filter((t) => t.best).map(point)},
    ...rows.filter((t) => !t.best).map((t) => ({name: t.plugin, points: [point(t)]}))
  ];
  return {
    legend: [lines[0].name],
    rows: [['plugin', 'microseconds', 'error'], ...rows.map((t) => [t.plugin, t.time / 1000, t.error])],
    spec: linesSpec(
        width, 340, `Accuracy against time, ${problem}, ${model}`, x, y, 'time [µs]', 'largest error', lines)
  };
}

export function timeCharts(box, {timings = []}) {
  const problems = unique(timings.filter((t) => t.time).map((t) => t.problem));
  if (!problems.length || !box('times')) return [];
  const make = (name, heading, note, draw) => {
    const chart = new Chart(box(name), heading, note, draw, true);
    const [label, problem] = select('Problem', problems, () => chart.changed());
    chart.problem = problem;
    chart.changed = () => chart.draw();
    chart.controls.append(label);
    return chart;
  };
  const profile = make(
      'times', 'Performance profile of time',
      'For how large a share of the models a plugin takes at most so many times the time of the fastest. What it does not answer, or not to half of the digits, is never reached. ' +
          'Of many plugins those that are near the fastest most often.',
      (width) => timeProfile(width, timings, profile.problem.value));
  const pareto = make(
      'pareto', 'Accuracy against time',
      'Left is faster, lower is more accurate; the line joins the plugins than which no other is both. Where marks are close, point at one for its name.',
      (width) => paretoChart(width, timings, pareto.problem.value, model.value));
  const models = () => unique(
      timings.filter((t) => t.problem === pareto.problem.value && t.time && t.error).map((t) => t.model));
  const [label, model] = select('Model', models(), () => pareto.draw());
  pareto.changed = () => {
    model.replaceChildren(...models().map((m) => element('option', {value: m, textContent: m})));
    pareto.draw();
  };
  pareto.controls.append(label);
  return [profile, pareto];
}
