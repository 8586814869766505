// The charts of a page, drawn by Vega from window.chartData (reports/src/page/chart_data.hpp).
import {Chart, element, key, select} from './chart.js';
import {choiceChart} from './choice.js';
import {curvesChart, powerChart} from './curves.js';
import {errorChart, profileChart, usual} from './problem.js';
import {most} from './specification.js';
import {timeCharts} from './time.js';

const {problems} = window.kintree;
const data = window.chartData;
const chosen = {};
const ofProblem = () => data.problems[problems.value];
const chosenPlugins = () => (chosen[problems.value] ??= usual(ofProblem().plugins));

/** Chooses forward dynamics, if it is there. */
const chooseUsual = (choice) => {
  const usualProblem = [...choice.options].findIndex((option) => option.value === 'forward_dynamics');
  choice.selectedIndex = Math.max(usualProblem, 0);
};

const box = (name) => document.querySelector(`.chart[data-chart=${name}]`);
const charts = [], ofTheProblem = [];
if (problems && box('error')) {
  problems.disabled = false;
  chooseUsual(problems);
  const chart = new Chart(
      box('error'), 'Error against size, a few plugins at a time',
      'A mark is an answer. A larger one stands for several near it, and is the one with the largest α. Lines are medians; the grey one is that of σ, the inherent ' +
          'uncertainty. Red rims failed. Zero and infinity have lanes of their own. Click a mark for the command that repeats it. Drag to move, and zoom by the ' +
          'buttons, or the wheel with Ctrl.',
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
      'The share of the cases in which a plugin’s error is within a factor of that of the best plugin. Errors below 2⁻⁵³ count as equal. ' +
          'Breakdowns, wrong answers and unsupported cases are never reached: a curve ends below “all” by their share.',
      (width) => profileChart(width, data, problems.value, chosenPlugins()));
  ofTheProblem.push(chart, profile);
  charts.push(...ofTheProblem);
  problems.addEventListener('change', () => {
    list();
    drawAll();
  });
  list();
}
if (box('choice') && Object.keys(data.choice).length) {
  const chart = new Chart(
      box('choice'), 'Digits against operations',
      'Left is cheaper, higher is more accurate. Digits are those that nine in ten answers on ordinary trees keep.',
      (width) => choiceChart(width, data, problem.value), true);
  const [label, problem] = select('Problem', Object.keys(data.choice), () => chart.draw());
  chooseUsual(problem);
  chart.controls.append(label);
  charts.push(chart);
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
drawAnew();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAnew);
let resized;
addEventListener('resize', () => {
  clearTimeout(resized);
  resized = setTimeout(drawAnew, 150);
});
