// The charts, drawn by Vega from the JSON in #chart-data (reports/src/chart_data.hpp).
import {axis} from './axis.js';
import {Chart, element, key, legend, select} from './chart.js';
import {alphaChart, chosen, chosenPlugins, errorChart, ofProblem, profileChart} from './problem.js';
import {barsSpec, linesSpec, most} from './specification.js';
import {timeCharts} from './time.js';

const {problems} = window.kintree;
const data = JSON.parse(document.getElementById('chart-data').textContent);

// --- figures of several lines ---

function curvesChart(chart) {
  return (width) => {
    const curves = data.curves.filter((c) => c.figure === chart.figure.value), first = curves[0];
    const examples = first.x_name.split(' | '), beside = (c) => c.name.replace(/, quoted$/, '');
    const names = [...new Set(curves.map(beside))], index = (c) => names.indexOf(beside(c));
    chart.legend.replaceChildren(
        element('span', {className: 'soft', textContent: first.about}),
        ...legend(names.map((name) => ({name: curves.some((c) => c.name === name) ? name : name + ', quoted'}))));
    const isQuoted = (c) => c.name !== beside(c);
    if (examples.length > 1)
      return {
        rows: [
          ['bar', 'example', first.y_name],
          ...curves.flatMap((c) => c.x.map((v, k) => [c.name, examples[v - 1], c.y[k]]))
        ],
        spec: barsSpec(
            width, Math.min(440, Math.max(300, width * 0.45)), first.figure + ': ' + first.about, examples,
            first.y_name, names,
            curves.flatMap((c) => c.x.map((v, k) => ({
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
      rows: [
        ['line', first.x_name, first.y_name], ...curves.flatMap((c) => c.x.map((v, k) => [c.name, v, c.y[k]]))
      ],
      spec: linesSpec(
          width, Math.min(440, Math.max(280, width * 0.45)), first.figure + ': ' + first.about, x, y,
          first.x_name, first.y_name, lines)
    };
  };
}

function powerChart(chart) {
  return (width) => {
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
    chart.legend.replaceChildren(...legend(lines));
    return {
      rows: [
        ['curve', 'error', 'flagged'],
        ...data.power.flatMap((c) => c.errors.map((v, k) => [c.name, v, c.flagged[k]]))
      ],
      spec: linesSpec(
          width, 340, 'Share of the planted errors that are flagged, against their size', x, y,
          'relative error planted', 'flagged', lines)
    };
  };
}

// --- the page ---

const box = (name) => document.querySelector(`.chart[data-chart=${name}]`);
const charts = [], ofTheProblem = [];
if (problems && box('error')) {
  const chart = new Chart(
      box('error'), 'Error against size, a few plugins at a time',
      'A mark is an answer; a larger one stands for several near it, of which it is the one with the largest α. Lines are medians, the grey one that of σ, the ' +
          'inherent uncertainty: a mark on it is as exact as its problem allows. Red rims failed. Zero and what is not finite have lanes of their own. Click a mark for ' +
          'the command that repeats it; drag to move, zoom by the buttons or the wheel with Ctrl. The worst cases stand in a table below.',
      (width) => make(width), true);
  const redraw = () => chart.draw();
  const [yLabel, y] = select('Show', ['error', 'α'], redraw),
                 [xLabel, x] = select('against', ['n', 'N', 'depth', 'κ', 'σ'], redraw);
  chart.x = x;
  chart.y = y;
  chart.plugins = element('fieldset');
  chart.controls.append(yLabel, xLabel, chart.plugins);
  const make = errorChart(chart);
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
      (width) => drawProfile(width));
  profile.legend = element('div', {className: 'legend'});
  profile.controls.append(profile.legend);
  const drawProfile = profileChart(profile);
  const alpha = new Chart(
      box('alpha'), 'α of every plugin',
      'From a tenth to nine tenths of the answers (line), the middle half (box), the median (stroke) and the largest (dot). 1: as exact as the problem allows.',
      alphaChart());
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
      (width) => make(width), true);
  const [label, figure] = select('Figure', figures, () => chart.draw());
  chart.figure = figure;
  chart.legend = element('div', {className: 'legend'});
  chart.controls.append(label, chart.legend);
  const make = curvesChart(chart);
  charts.push(chart);
}
if (box('power')) {
  const chart = new Chart(box('power'), 'Errors that are flagged', '', (width) => make(width), true);
  chart.legend = element('div', {className: 'legend'});
  chart.controls.append(chart.legend);
  const make = powerChart(chart);
  charts.push(chart);
}

charts.push(...timeCharts(box));

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
