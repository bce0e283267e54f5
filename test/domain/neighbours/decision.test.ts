import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AllowedNeighbour,
  type Answers,
  type Decision,
  decide,
  type NameOwner,
  questionsFor,
  type Says,
} from '../../../src/domain/neighbours/decision.ts'

const says: readonly Says[] = ['yes', 'no', 'unsure']
const ids = ['one', 'two', 'three'] as const

function* product<T>(values: readonly T[], length: number): Generator<T[]> {
  if (length === 0) yield []
  else for (const first of values) for (const rest of product(values, length - 1)) yield [first, ...rest]
}

/** Every order of three neighbours by trust, equals included. */
const trusts = Array.from(product([10, 50, 90], 3)).filter((three) => {
  // 10, 10, 90 and 10, 10, 50 are the same order.
  const levels = Array.from(new Set(three)).sort((a, b) => a - b)
  return levels.join() === [10, 50, 90].slice(0, levels.length).join()
})
const owners: readonly NameOwner[] = [
  { kind: 'nobody' },
  { kind: 'own' },
  ...[...ids, 'paused'].map((neighbour) => ({ kind: 'visitor', neighbour }) as const),
  ...[[], ['one'], ['two', 'three'], ['one', 'two', 'three'], ['two', 'paused'], ['paused']].map(
    (neighbours) => ({ kind: 'linked', neighbours }) as const,
  ),
]
/** Every order in which three neighbours can stand, or answer. */
const orders = Array.from(product([0, 1, 2], 3)).filter((order) => new Set(order).size === 3)

const ordered = <T>(list: readonly T[], order: readonly number[]): T[] => order.map((at) => list[at] as T)

function* answersOf(): Generator<[Says[], Says[]]> {
  for (const joins of product(says, 3)) for (const names of product(says, 3)) yield [joins, names]
}

function* neighbourhoods(): Generator<AllowedNeighbour[]> {
  for (const trust of trusts) {
    for (const admitting of product([true, false], 3)) {
      yield ids.map((id, at) => ({ id, trust: trust[at] ?? 0, isAdmitting: admitting[at] ?? false }))
    }
  }
}

const answersIn = (order: readonly number[], joins: readonly Says[], names: readonly Says[]): Answers => ({
  joins: new Map(ordered(ids, order).map((id) => [id, joins[ids.indexOf(id)] as Says])),
  names: new Map(ordered(ids, order).map((id) => [id, names[ids.indexOf(id)] as Says])),
})

const said = (decision: Decision): string => {
  if (decision.outcome === 'yes') return `yes ${decision.neighbour}`
  return `${decision.outcome} ${(decision.outcome === 'no' && decision.reason) || ''}`
}

test('every combination of owner, answers, trust and order', () => {
  let combinations = 0
  let admitted = 0
  for (const owner of owners) {
    for (const allowed of neighbourhoods()) {
      for (const [joins, names] of answersOf()) {
        combinations++
        const decision = decide(owner, allowed, answersIn([0, 1, 2], joins, names))
        const expect = (holds: boolean) => {
          if (!holds) assert.fail(JSON.stringify({ owner, allowed, joins, names, decision }))
        }
        const isNo = (reason: string) => expect(said(decision) === `no ${reason}`)
        for (const order of orders) {
          const again = decide(owner, ordered(allowed, order), answersIn(order, joins, names))
          expect(said(again) === said(decision))
        }
        const joinOf = ({ id }: { id: string }) => joins[ids.indexOf(id as 'one')]
        const nameOf = ({ id }: { id: string }) => names[ids.indexOf(id as 'one')]
        const isSource = ({ id }: { id: string }) => owner.kind !== 'linked' || owner.neighbours.includes(id)
        const yes = allowed.filter((one) => one.isAdmitting && isSource(one) && joinOf(one) === 'yes')
        const [only] = yes

        if (decision.outcome === 'yes') {
          admitted++
          const { neighbour } = decision
          const source = allowed.find(({ id }) => id === neighbour) as AllowedNeighbour
          expect(source.isAdmitting && joinOf(source) === 'yes')
          if (owner.kind === 'visitor') expect(neighbour === owner.neighbour)
          else if (owner.kind === 'linked') {
            expect(owner.neighbours.includes(neighbour) && yes.length === 1)
            const rivals = allowed.filter((one) => one.isAdmitting && isSource(one) && one !== source)
            expect(rivals.every((one) => one.trust < source.trust || joinOf(one) === 'no'))
          } else {
            expect(owner.kind === 'nobody' && yes.length === 1)
            for (const other of allowed) {
              if (other.trust > source.trust) expect(nameOf(other) === 'no')
              const isContesting = other.isAdmitting && other.id !== neighbour && other.trust >= source.trust
              if (isContesting) expect(joinOf(other) === 'no')
            }
          }
          continue
        }
        // The rest: what must not be refused, and for which reason others are.
        if (owner.kind === 'own') isNo('name_owned')
        else if (owner.kind === 'visitor') {
          const source = allowed.find(({ id }) => id === owner.neighbour)
          if (!source) isNo('name_owned')
          else if (!source.isAdmitting) isNo('visitor_refused')
          else expect(decision.outcome === joinOf(source) && !('reason' in decision))
        } else if (owner.kind === 'linked' && !allowed.some((one) => one.isAdmitting && isSource(one))) {
          isNo(allowed.some(isSource) ? 'visitor_refused' : 'name_owned')
        } else if (yes.length > 1) {
          isNo('two_sources')
        } else if (only) {
          // Other players of that name do not matter to one that belongs to the name's owner.
          const more = allowed.filter(({ trust }) => owner.kind === 'nobody' && trust > only.trust)
          const isUnsure =
            more.some((one) => nameOf(one) === 'unsure') ||
            allowed.some(
              (one) =>
                one.isAdmitting && isSource(one) && one.trust >= only.trust && joinOf(one) === 'unsure',
            )
          expect(isUnsure || more.some((one) => nameOf(one) === 'yes'))
          if (isUnsure) expect(decision.outcome === 'unsure')
          else isNo('name_elsewhere')
        } else {
          const isUnsure = allowed.some((one) => one.isAdmitting && isSource(one) && joinOf(one) === 'unsure')
          expect(said(decision) === (isUnsure ? 'unsure ' : 'no '))
        }
      }
    }
  }
  assert.equal(combinations, 12 * 13 * 8 * 27 * 27)
  assert.ok(admitted > 1000)
})

test('nobody is asked about our own names, and only its source about the name of a visitor', () => {
  for (const allowed of neighbourhoods()) {
    assert.deepEqual(questionsFor({ kind: 'own' }, allowed), { joins: [], names: [] })
    for (const neighbour of [...ids, 'paused']) {
      const { joins, names } = questionsFor({ kind: 'visitor', neighbour }, allowed)
      const isAsked = allowed.some(({ id, isAdmitting }) => id === neighbour && isAdmitting)
      assert.deepEqual([joins, names], [isAsked ? [neighbour] : [], []])
    }
  }
})

test('about the name of an account, only the neighbours of its linked players are asked, and only about the join', () => {
  for (const allowed of neighbourhoods()) {
    for (const neighbours of [[], ['one'], ['three', 'two'], ['paused']]) {
      const { joins, names } = questionsFor({ kind: 'linked', neighbours }, allowed)
      const asked = allowed.filter(({ id, isAdmitting }) => isAdmitting && neighbours.includes(id))
      assert.deepEqual([joins, names], [asked.map(({ id }) => id), []])
    }
  }
})

test('a free name: all that admit are asked, and the names of all that are more trusted than one of them', () => {
  for (const allowed of neighbourhoods()) {
    const { joins, names } = questionsFor({ kind: 'nobody' }, allowed)
    const admitting = allowed.filter(({ isAdmitting }) => isAdmitting)
    assert.deepEqual(
      joins,
      admitting.map(({ id }) => id),
    )
    for (const one of allowed) {
      const isNeeded = admitting.some(({ trust }) => trust < one.trust)
      assert.equal(names.includes(one.id), isNeeded)
    }
  }
})

test('an answer that is missing is unsure', () => {
  const allowed = [
    { id: 'one', trust: 50, isAdmitting: true },
    { id: 'two', trust: 50, isAdmitting: true },
  ]
  const answers = { joins: new Map([['one', 'yes']] as const), names: new Map() }
  assert.deepEqual(decide({ kind: 'nobody' }, allowed, answers), { outcome: 'unsure' })
})
