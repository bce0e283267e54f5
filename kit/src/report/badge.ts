import { escaped } from './escape.ts'
import type { Report } from './report.ts'

/** A badge as shields.io reads it from an address ("endpoint badge"). */
export interface Badge {
  schemaVersion: 1
  label: string
  message: string
  color: string
}

/** The badge of all profiles that were run. */
export function badgeOf({ profiles, stopped }: Report): Badge {
  const run = Object.entries(profiles).filter(([, { level }]) => level !== 'not-run')
  const failures = run.reduce((sum, [, { fail, expectedFail }]) => sum + fail + expectedFail, 0)
  const badge = { schemaVersion: 1, label: 'account server' } as const
  if (stopped || run.length === 0) return { ...badge, message: 'not run', color: 'lightgrey' }
  if (failures > 0)
    return {
      ...badge,
      message: `${failures} ${failures === 1 ? 'check fails' : 'checks fail'}`,
      color: 'red',
    }
  const level = run.every(([, profile]) => profile.level === 'strict') ? 'strict' : 'conformant'
  return {
    ...badge,
    message: `${level}: ${run.map(([name]) => name).join(', ')}`,
    color: level === 'strict' ? 'brightgreen' : 'green',
  }
}

const colours: Record<string, string> = {
  brightgreen: '#2f9e44',
  green: '#5c940d',
  red: '#c92a2a',
  lightgrey: '#6c757d',
}

/** The badge as a picture. */
export function drawn({ label, message, color }: Badge): string {
  const widthOf = (text: string): number => Math.round(text.length * 6.6) + 12
  const [left, right] = [widthOf(label), widthOf(message)]
  const text = (x: number, content: string): string => `<text x="${x}" y="14">${escaped(content)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(`${label}: ${message}`)}"><rect width="${left}" height="20" fill="#343a40"/><rect x="${left}" width="${right}" height="20" fill="${colours[color] ?? color}"/><g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,sans-serif" font-size="11">${text(left / 2, label)}${text(left + right / 2, message)}</g></svg>\n`
}
