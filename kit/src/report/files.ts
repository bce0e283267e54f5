import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { badgeOf, drawn } from './badge.ts'
import { plainJson } from './escape.ts'
import { htmlOf } from './html.ts'
import { junitOf } from './junit.ts'
import type { Report } from './report.ts'

/** Writes every form of a report into a directory, which is made where it is not there. */
export async function writeReports(directory: string, report: Report): Promise<void> {
  await mkdir(directory, { recursive: true })
  const badge = badgeOf(report)
  const files: Record<string, string> = {
    'report.json': `${plainJson(report, 2)}\n`,
    'junit.xml': junitOf(report),
    'report.html': htmlOf(report),
    'badge.json': `${JSON.stringify(badge)}\n`,
    'badge.svg': drawn(badge),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
}
