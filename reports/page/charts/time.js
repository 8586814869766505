// The chart of accuracy against time.
import {axis} from './axis.js';
import {Chart, element, select} from './chart.js';
import {linesSpec} from './specification.js';

const unique = (list) => [...new Set(list)];

function paretoChart(width, timings, problem, model) {
  const rows =
      timings.filter((t) => t.problem === problem && t.model === model).sort((a, b) => a.time - b.time);
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
  const timed = timings.filter((t) => t.time && t.error), problems = unique(timed.map((t) => t.problem));
  if (!problems.length || !box('pareto')) return [];
  const chart = new Chart(
      box('pareto'), 'Accuracy against time',
      'Left is faster, lower is more accurate; the line joins the plugins than which no other is both. Where marks are close, point at one for its name.',
      (width) => paretoChart(width, timed, problem.value, model.value), true);
  const models = () => unique(timed.filter((t) => t.problem === problem.value).map((t) => t.model));
  const [problemLabel, problem] = select('Problem', problems, () => {
    model.replaceChildren(...models().map((m) => element('option', {value: m, textContent: m})));
    chart.draw();
  });
  const [modelLabel, model] = select('Model', models(), () => chart.draw());
  chart.controls.append(problemLabel, modelLabel);
  return [chart];
}
