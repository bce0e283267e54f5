import { escaped } from './escape.ts'
import type { CheckResult, ProfileResult, Report } from './report.ts'
import { style } from './style.ts'

/** The report as one file, which asks no other host for anything. */
export function htmlOf(report: Report): string {
  const { kit, date, target, profiles, checks, stopped, seed } = report
  const { name, version } = target.implementation
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${name} ${version}: ${kit.name}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(target.url)}</h1>
<p>${escaped(`${name} ${version}`)}, layout ${escaped(target.layout)}, checked by ${escaped(`${kit.name} ${kit.version}`)} on <time datetime="${escaped(date)}">${escaped(date.slice(0, 10))}</time>, seed ${seed}.</p>
${stopped ? `<p class="fail">${escaped(stopped)}</p>` : ''}
<div class="table"><table>
<thead><tr><th scope="col">Profile</th><th scope="col">Level</th><th scope="col">Passed</th><th scope="col">Failed</th><th scope="col">Warnings</th><th scope="col">Known</th><th scope="col">Not offered</th><th scope="col">Skipped</th></tr></thead>
<tbody>
${Object.entries(profiles)
  .map(([profile, result]) => row(profile, result))
  .join('\n')}
</tbody>
</table></div>
${Object.keys(profiles)
  .map((profile) =>
    section(
      profile,
      checks.filter((check) => check.profile === profile),
    ),
  )
  .join('\n')}
</main>
</body>
</html>
`
}

const row = (
  name: string,
  { level, pass, fail, warn, expectedFail, notOffered, skipped }: ProfileResult,
): string =>
  `<tr><th scope="row"><a href="#${escaped(name)}">${escaped(name)}</a></th><td class="${level}">${level}</td>${[pass, fail, warn, expectedFail, notOffered, skipped].map((count) => `<td>${count}</td>`).join('')}</tr>`

const section = (name: string, checks: readonly CheckResult[]): string =>
  `<section id="${escaped(name)}"><h2>${escaped(name)}</h2>\n${checks.map(entry).join('\n')}\n</section>`

function entry(check: CheckResult): string {
  const head = `<span class="result ${check.result}">${check.result}</span> ${escaped(check.title)} <code>${escaped(check.id)}</code>`
  const isOpen = check.result === 'fail' || check.result === 'warn'
  const facts: [string, string][] = [
    ...(check.result === 'pass'
      ? []
      : ([
          ['Expected', check.expected],
          ['Observed', check.observed],
        ] as [string, string][])),
    ['Breaks without it', check.breaks],
    ['Source', check.source],
  ]
  const list = facts.map(([name, text]) => `<dt>${name}</dt><dd>${escaped(text)}</dd>`).join('')
  return `<details${isOpen ? ' open' : ''}><summary>${head}</summary><dl>${list}</dl>${exchange(check)}</details>`
}

function exchange({ request, answer }: CheckResult): string {
  if (!request || !answer) return ''
  const headers = (all: Record<string, string>): string =>
    Object.entries(all)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  const sent = `${request.method} ${request.url}\n${headers(request.headers)}\n\n${request.body}`
  const came = `${answer.status}\n${headers(answer.headers)}\n\n${answer.body}`
  return `<pre>${escaped(sent.trim())}</pre><pre>${escaped(came.trim())}</pre>`
}
