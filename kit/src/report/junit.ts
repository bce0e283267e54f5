import { escaped } from './escape.ts'
import type { CheckResult, Report } from './report.ts'

/** The report as continuous integration reads it: a suite for each profile. */
export function junitOf({ kit, date, target, profiles, checks }: Report): string {
  const suites = Object.entries(profiles).map(([name, counts]) => {
    const cases = checks.filter(({ profile }) => profile === name)
    const skipped = counts.notOffered + counts.skipped + counts.expectedFail
    return [
      `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${counts.fail}" errors="0" skipped="${skipped}" timestamp="${escaped(date.slice(0, 19))}" hostname="${escaped(new URL(target.url).hostname)}">`,
      ...cases.map(shownCase),
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(`${kit.name} ${kit.version}`)}">\n${suites.join('\n')}\n</testsuites>\n`
}

function shownCase(check: CheckResult): string {
  const head = `    <testcase classname="${escaped(check.profile)}" name="${escaped(check.id)}"`
  const inner = innerOf(check)
  return inner === '' ? `${head}/>` : `${head}>${inner}</testcase>`
}

function innerOf({
  result,
  title,
  expected,
  observed,
  breaks,
  source,
  request,
  answer,
}: CheckResult): string {
  if (result === 'pass') return ''
  if (result === 'warn') return `<system-out>${escaped(`warning: ${title} ${observed}`)}</system-out>`
  if (result !== 'fail') return `<skipped message="${escaped(`${result}: ${observed}`)}"/>`
  const text = [
    title,
    `expected: ${expected}`,
    `observed: ${observed}`,
    `breaks: ${breaks}`,
    `source: ${source}`,
    ...(request ? [`${request.method} ${request.url}\n${request.body}`] : []),
    ...(answer ? [`${answer.status}\n${answer.body}`] : []),
  ].join('\n')
  return `<failure message="${escaped(observed.slice(0, 300))}">${escaped(text)}</failure>`
}
