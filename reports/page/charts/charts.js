// The charts, drawn by Vega from the JSON in #chart-data (reports/src/chart_data.hpp).
import {Chart, element, key, select} from './chart.js';
import {curvesChart, powerChart} from './curves.js';
import {alphaChart, errorChart, profileChart, usual} from './problem.js';
import {most} from './specification.js';
import {timeCharts} from './time.js';

const {problems} = window.kintree;
const data = JSON.parse(document.getElementById('chart-data').textContent);
const chosen = {};
const ofProblem = () => data.problems[problems.value];
const chosenPlugins = () => (chosen[problems.value] ??= usual(ofProblem().plugins));

const box = (name) => document.querySelector(`.chart[data-chart=${name}]`);
const charts = [], ofTheProblem = [];
if (problems && box('error')) {
  const chart = new Chart(
      box('error'), 'Error against size, a few plugins at a time',
      'A mark is an answer; a larger one stands for several near it, of which it is the one with the largest α. Lines are medians, the grey one that of σ, the ' +
          'inherent uncertainty: a mark on it is as exact as its problem allows. Red rims failed. Zero and what is not finite have lanes of their own. Click a mark for ' +
          'the command that repeats it; drag to move, zoom by the buttons or the wheel with Ctrl. The worst cases stand in a table below.',
      (width) => errorChart(width, data, problems.value, chosenPlugins(), x.value, y.value), true);
  const redraw = () => chart.draw();
  const [yLabel, y] = select('Show', ['error', 'α'], redraw),
                 [xLabel, x] = select('against', ['n', 'N', 'depth', 'κ', 'σ'], redraw);
  chart.plugins = element('fieldset');
  chart.controls.append(yLabel, xLabel, chart.plugins);
  const drawAll = () => ofTheProblem.forEach((c) => c.draw());
  const list = () => {
    const names = Object.keys(ofProblem()?.plugins ?? {});
    const boxes = names.map((name) => {
      const input =
          element('input', {type: 'checkbox', value: name, checked: chosenPlugins().includes(name)});
      input.onchange = () => {
        const now = chosenPlugins();
        chosen[problems.value] = input.checked ? [...now, name] : now.filter((other) => other !== name);
        keys();
        drawAll();
      };
      return element('label', {className: 'of'}, input, element('span'), name);
    });
    chart.plugins.replaceChildren(element('legend', {textContent: 'Plugins, up to ' + most}), ...boxes);
    keys();
  };
  const keys = () => {
    for (const label of chart.plugins.querySelectorAll('label')) {
      const input = label.querySelector('input'), at = chosenPlugins().indexOf(input.value);
      label.querySelector('span').innerHTML = at < 0 ? '' : key(at);
      input.disabled = at < 0 && chosenPlugins().length >= most;
    }
  };
  const profile = new Chart(
      box('profile'), 'Performance profile of accuracy',
      'For how large a share of the cases that several plugins were asked about a plugin’s error is within a factor of the error of the best plugin (errors below 2⁻⁵³ count as equal). ' +
          'What broke down, is wrong, or is outside the domain is never reached: a curve ends below “all” by its share.',
      (width) => profileChart(width, data, problems.value, chosenPlugins()));
  const alpha = new Chart(
      box('alpha'), 'α of every plugin',
      'From a tenth to nine tenths of the answers (line), the middle half (box), the median (stroke) and the largest (dot). 1: as exact as the problem allows.',
      (width) => alphaChart(width, data, problems.value, chosenPlugins()));
  ofTheProblem.push(chart, profile, alpha);
  charts.push(...ofTheProblem);
  problems.addEventListener('change', () => {
    list();
    drawAll();
  });
  list();
}
if (box('curves')) {
  const figures = [...new Set(data.curves.map((c) => c.figure))];
  const chart = new Chart(
      box('curves'), 'Figures',
      'A ring around a mark, or a line across a bar: what the paper prints, where it gives numbers or a formula. Of Wensing’s bars and Yamane’s curves it prints pictures alone; ' +
          'what its text says of them stands under Papers.',
      (width) => curvesChart(width, data, figure.value), true);
  const [label, figure] = select('Figure', figures, () => chart.draw());
  chart.controls.append(label);
  charts.push(chart);
}
if (box('power'))
  charts.push(
      new Chart(box('power'), 'Errors that are flagged', '', (width) => powerChart(width, data), true));
charts.push(...timeCharts(box, data));

const drawAnew = () => charts.forEach((chart) => chart.draw());
document.addEventListener('shown', () => charts.forEach((chart) => {
  if (chart.drawn !== chart.canvas.clientWidth) chart.draw();
}));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAnew);
let resized;
addEventListener('resize', () => {
  clearTimeout(resized);
  resized = setTimeout(drawAnew, 150);
});
