// The way into the game, as far as somebody has come on it: what the newest attempt at each step has met with.
import type { Why } from '../../../../domain/operation/why.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { AttemptStep } from '../../../../model/records/attempt.ts'
import type { Text } from '../../../context/text.ts'
import { time } from '../../../layout/time.ts'

type Told = Why['attempts'][number]

/** The steps in their order, and the attempts that are made at each. Pages and applications are left out. */
const way: readonly (readonly [heading: AttemptStep, steps: readonly AttemptStep[]])[] = [
  ['authenticate', ['authenticate', 'refresh']],
  ['join', ['join']],
  ['hasJoined', ['hasJoined']],
]

type Passed = 'done' | 'refused' | 'open'

/**
 * Returns what became of each step. A step is open if it was last tried before an earlier one was refused: whatever it met
 * with then, nobody comes to it now.
 */
export function passedOf(attempts: readonly Told[]): { step: AttemptStep; passed: Passed; last?: Told }[] {
  let refusedAt = ''
  return way.map(([step, steps]) => {
    // The newest are first.
    const last = attempts.find((attempt) => steps.includes(attempt.step))
    if (!last || last.at < refusedAt) return { step, passed: 'open' }
    if (last.outcome === 'refused') refusedAt = last.at
    return { step, passed: last.outcome === 'ok' ? 'done' : 'refused', last }
  })
}

/** Renders the three steps; undefined if nothing was tried at any. */
export function whyPath(
  { admin: { at, never, why: words } }: Text,
  attempts: readonly Told[],
): Html | undefined {
  const steps = passedOf(attempts)
  if (steps.every(({ passed }) => passed === 'open')) return undefined
  return html`<section class="card">
<ol class="steps progress">
${steps.map(({ step, passed, last }) => html`<li class="${passed}"><h2>${words.steps[step]}</h2><p>${last ? html`<b>${words.outcomes[last.outcome]}</b> · ${time(Date.parse(last.at), at(Date.parse(last.at)), 'ago')}` : never}</p></li>\n`)}
</ol>
</section>`
}

/** Attempts that differ in their time alone, one after the other. `attempt` is the newest. */
export function alike(attempts: readonly Told[]): { attempt: Told; count: number }[] {
  const groups: { attempt: Told; count: number }[] = []
  for (const attempt of attempts) {
    const last = groups.at(-1)
    if (last && isAlike(last.attempt, attempt)) last.count++
    else groups.push({ attempt, count: 1 })
  }
  return groups
}

const isAlike = (a: Told, b: Told): boolean =>
  a.step === b.step && a.outcome === b.outcome && a.message === b.message && a.address === b.address
