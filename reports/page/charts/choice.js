// Accuracy against operations: how to choose an algorithm.
import {axis} from './axis.js';
import {css, linesSpec} from './specification.js';

/** A mark for each algorithm of a problem: [plugin, operations, digits, verdict], as reports/src/page/chart_data.cpp lists it. */
export function choiceChart(width, data, problem) {
  const rows = data.choice[problem];
  const x = axis(rows.map((row) => row[1]), true), digits = rows.map((row) => row[2]);
  const low = Math.floor(Math.min(...digits)), high = Math.ceil(Math.max(...digits));
  const y = {domain: [low - 0.15, high + 0.15], tics: [], labels: {}};
  for (let k = low; k <= high; k += Math.max(1, Math.round((high - low) / 8))) {
    y.tics.push(k);
    y.labels[k.toFixed(4)] = String(k);
  }
  const point = ([
    plugin, operations, kept, verdict
  ]) => [x.place(operations), kept, `${operations} operations, ${kept} digits, verdict ${verdict}`, plugin];
  const spec = linesSpec(
      width, Math.min(420, Math.max(280, width * 0.5)), 'Digits against operations, ' + problem, x, y,
      'operations of one answer on a humanoid', 'digits kept',
      rows.map((row) => ({name: row[0], points: [point(row)]})));
  return {rows: [['plugin', 'operations', 'digits', 'verdict'], ...rows], spec};
}
