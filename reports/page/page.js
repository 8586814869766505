// The page without its charts: one view at a time, one problem at a time, filters of tables, commands to be
// copied. Without this file the page shows all of it, one thing below the other.
'use strict';

const views = [...document.querySelectorAll('.view')];
const title = document.title;
let regions = 0;

/** Wide tables can be scrolled by the keyboard. */
function makeScrollable(root) {
  for (const box of root.querySelectorAll('.scroll')) {
    const wide = box.scrollWidth > box.clientWidth + 1;
    if (wide && !box.hasAttribute('tabindex')) {
      box.tabIndex = 0;
      box.setAttribute('role', 'region');
      box.setAttribute(
          'aria-label', (box.querySelector('caption')?.textContent || 'Table') + ' (' + ++regions + ')');
    } else if (!wide && box.hasAttribute('tabindex')) {
      for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
    }
  }
}

/** Shows the view that the address names, or that holds what it names. */
function show() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = (name && document.getElementById(name)) || views[0];
  const view = target.closest('.view') || document.querySelector('.view.current') || views[0];
  for (const other of views) other.classList.toggle('current', other === view);
  const top = view.dataset.under || view.id;
  for (const link of document.querySelectorAll('nav.views a')) {
    if (link.hash === '#' + top)
      link.setAttribute('aria-current', 'page');
    else
      link.removeAttribute('aria-current');
  }
  const heading = view.querySelector('h1');
  document.title = view === views[0] || !heading ? title : heading.textContent + ' · ' + title;
  makeScrollable(view);
  view.dispatchEvent(new CustomEvent('shown', {bubbles: true}));
  if (target === view)
    window.scrollTo(0, 0);
  else
    target.scrollIntoView();
}

/** Of all that belongs to one problem, what belongs to the problem that is chosen. */
function choose(problem) {
  for (const part of document.querySelectorAll('[data-problem]'))
    part.hidden = part.dataset.problem !== problem;
  for (const view of views)
    if (view.classList.contains('current')) makeScrollable(view);
}

const problems = document.getElementById('problem');
if (problems) {
  problems.disabled = false;
  const usual = [...problems.options].findIndex((option) => option.value === 'forward_dynamics');
  problems.selectedIndex = Math.max(usual, 0);
  problems.addEventListener('change', () => choose(problems.value));
  choose(problems.value);
}

// A filter is about the tables of its section. Rows that belong together stay together.
for (const controls of document.querySelectorAll('.filter')) {
  controls.hidden = false;
  const section = controls.closest('section'), input = controls.querySelector('input'),
        output = controls.querySelector('output');
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of section.querySelectorAll('tbody tr:not(.detail)')) {
      const detail = row.nextElementSibling?.classList.contains('detail') ? row.nextElementSibling : null;
      const text = (row.textContent + ' ' + (detail ? detail.textContent : '')).toLowerCase();
      const fits = words.every((word) => text.includes(word));
      row.hidden = !fits;
      if (detail) detail.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    output.textContent = words.length ? shown + ' rows' : '';
  });
}

/** A button that copies the command before it. */
function addCopy(code) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'copy';
  button.setAttribute('aria-label', 'Copy the command');
  button.addEventListener('click', () => {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    const done = () => {
      button.textContent = 'copied';
    };
    // A page from a disk may not reach the clipboard: then the command is selected, at least.
    if (navigator.clipboard)
      navigator.clipboard.writeText(code.textContent)
          .then(done, () => document.execCommand('copy') && done());
    else if (document.execCommand('copy'))
      done();
    setTimeout(() => {
      button.textContent = 'copy';
    }, 1500);
  });
  code.after(button);
}
document.addEventListener('shown', (event) => {
  for (const code of event.target.querySelectorAll('tr.detail code, dl.run code')) {
    if (!code.nextElementSibling?.classList.contains('copy') && /^(build\/|tools\/)?(kintree|peers) /.test(code.textContent))
      addCopy(code);
  }
});

document.documentElement.classList.add('routed');
addEventListener('hashchange', show);
addEventListener('resize', () => makeScrollable(document.querySelector('.view.current')));
window.kintree = {
  problems,
  addCopy
};
// The charts, which come after this script, hear of the first view as well.
addEventListener('DOMContentLoaded', show);
