// Exports had no budget and no size limit, and each was a GET that wrote an entry.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { type Attacked, attackBoth } from './attacked.ts'

const entries = 30_000

/** Without a limit, each of the simultaneous exports took 40 MiB. */
const mostMiB = 80

const limitMs = 20

/** The history of a player, as large as a year may make it. */
async function fill({ open, player }: Attacked): Promise<void> {
  await using db = await open()
  const at = Date.now() - 86_400_000
  for (let from = 0; from < entries; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      id: `${(at + from + index).toString(16).padStart(12, '0')}7${'0'.repeat(19)}`,
      at: at + from + index,
      event: 'session.started',
      account_id: player.id,
      actor_kind: 'account' as const,
      actor_id: player.id,
      actor_name: player.username,
      address: '192.0.2.1',
      details: '{}',
      seal: null,
    }))
    await db.query.insertInto('audit_entry').values(rows).execute()
  }
}

function browserAt({ serving: { baseUrl } }: Attacked) {
  const request = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const { status, headers, ...rest } = await fetch(baseUrl + path, { redirect: 'manual', ...init }).then(
      async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }),
    )
    return { status, headers, ...rest, json: undefined }
  }
  return browserOf({ baseUrl, request, context: { baseUrl: () => baseUrl } })
}

attackBoth('20 simultaneous exports of 30,000 entries run as one and block nothing', async (attacked, t) => {
  await fill(attacked)
  const { player, probe, serving } = attacked
  const browser = browserAt(attacked)
  await browser.signIn(player)
  const page = await browser.get('/account/export')
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = () =>
    fetch(`${serving.baseUrl}/account/export`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf }),
    })

  const before = (await probe()).rss
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  const [export_, ...others] = answers.toSorted((a, b) => a.status - b.status)
  assert.ok(export_)
  assert.equal(export_.status, 200)
  for (const other of others) {
    assert.deepEqual([other.status, other.headers.get('retry-after')], [429, '60'])
    await other.text()
  }
  let most = before
  const text = export_.text()
  let isOver = false
  void text.then(() => (isOver = true))
  while (!isOver) {
    await sleep(50)
    most = Math.max(most, (await probe()).rss)
  }
  const held = JSON.parse(await text)
  assert.equal(await text, JSON.stringify(held, null, 2))
  assert.equal(held.audit.length, 10_000)
  assert.equal(held.audit[0].event, 'account.exported')
  const moreMiB = (most - before) / 2 ** 20
  t.diagnostic(`${moreMiB.toFixed(0)} MiB more`)
  assert.ok(moreMiB < mostMiB, `${moreMiB} MiB more`)

  // Everything compiled or loaded once has been by now: the smaller of two measurements counts.
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 2; turn++) {
    await probe()
    const again = await ask()
    await again.text()
    assert.equal(again.status, 200)
    least = Math.min(least, (await probe()).heldMs)
  }
  t.diagnostic(`the event loop was blocked for ${least.toFixed(1)} ms`)
  assert.ok(least < limitMs, `held for ${least} ms`)
  const spent = await ask()
  assert.equal(spent.status, 429)
  assert.ok(Number(spent.headers.get('retry-after')) > 60, 'three, and then one every 20 minutes')
})

attackBoth('a GET of the page writes nothing', async (attacked) => {
  const browser = browserAt(attacked)
  await browser.signIn(attacked.player)
  await using db = await attacked.open()
  const count = async () => (await db.query.selectFrom('audit_entry').select('id').execute()).length
  const before = await count()
  const page = await browser.get('/account/export')
  assert.deepEqual([page.status, page.heading], [200, 'Export my data'])
  assert.equal(await count(), before)
})
