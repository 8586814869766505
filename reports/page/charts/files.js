// Draws the figures of a report in the current folder, as SVG and PDF. Reads {data, style, date} from standard input: the data of
// the charts, the style sheet of the page, and the date of the PDF files. Prints the name and title of each figure.
import {execFileSync} from 'child_process';
import {readFileSync, writeFileSync} from 'fs';
import {Error as errors, parse, View} from 'vega';
import {textMetrics} from 'vega-scenegraph';

import {choiceChart} from './choice.js';
import {curvesChart, powerChart} from './curves.js';
import {errorChart, usual} from './problem.js';
import {asFile, most, takeColours} from './specification.js';

async function draw(title, {spec, legend = [], further}) {
  const name = 'figure_' + title.toLowerCase().replace(/^[^a-z0-9]+/, '').replace(/[^a-z0-9]+/g, '_');
  const view = new View(parse(asFile(spec, legend, further)), {renderer: 'none', logLevel: errors});
  writeFileSync(name + '.svg', await view.toSVG());
  execFileSync(
      'rsvg-convert', ['--format=pdf', `--output=${name}.pdf`, name + '.svg'],
      {env: {...process.env, SOURCE_DATE_EPOCH: (Date.parse(date) || 0) / 1000}});
  return {name, title};
}

const {data, style, date} = JSON.parse(readFileSync(0, 'utf8'));
const width = 720;
takeColours(style);
// Node has no fonts to measure a text with; a letter is about as wide as half its height.
textMetrics.width = (item, text) => 0.55 * textMetrics.height(item) * String(text ?? '').length;
const figures = [];
for (const [problem, {plugins}] of Object.entries(data.problems)) {
  if (!Object.keys(plugins).length) continue;
  const names = usual(plugins, most);
  figures.push(['Error against n, ' + problem, {...errorChart(width, data, problem, names), legend: names}]);
}
for (const problem of Object.keys(data.choice))
  figures.push(['Digits against operations, ' + problem, choiceChart(width, data, problem)]);
if (data.power.length)
  figures.push(['Share of the planted errors that are flagged, against their size', powerChart(width, data)]);
for (const figure of new Set(data.curves.map((curve) => curve.figure)))
  figures.push([figure, curvesChart(width, data, figure)]);
Promise.all(figures.map((figure) => draw(...figure))).then((drawn) => console.log(JSON.stringify(drawn)));
