// One walk along a row of the table: make the thing, use it, end it, and see that it no longer works.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Actor, accountActor } from '../../../src/model/accounts/actor.ts'
import type { RunningService, TestAccount } from '../../service.ts'
import { type Browser, browserOf } from '../../web/browser.ts'
import { newMail } from '../../web/mailbox.ts'

export interface World {
  t: TestContext
  service: RunningService
}

export interface Made {
  /** Uses it. Resolves to whether it still works. */
  works(): Promise<boolean>
}

export interface Walk {
  ends: readonly string[]
  tread(world: World, end: string): Promise<void>
}

type Ends<Thing> = Record<string, (world: World, made: Thing) => Promise<unknown>>

/** A row: how its thing is made, and each of its own ends by its words in the table. */
export function walk<Thing extends Made>(
  make: (world: World) => Promise<Thing>,
  ends: Ends<Thing> | Record<string, Ends<Thing>[string]>,
): Walk {
  return {
    ends: Object.keys(ends),
    async tread(world, end) {
      const made = await make(world)
      assert.ok(await made.works(), 'works before')
      await ends[end]?.(world, made)
      assert.ok(!(await made.works()), 'no longer works')
    },
  }
}

export interface SignedIn {
  account: TestAccount
  browser: Browser
  by: Actor
}

/** An account of its own, with a browser in which it is signed in. Earlier emails are gone. */
export async function signedIn(service: RunningService): Promise<SignedIn> {
  service.advance(1000)
  const account = await service.account()
  const browser = browserOf(service)
  await browser.signIn(account)
  await newMail(service)
  return { account, browser, by: accountActor(await service.stored(account), '192.0.2.1') }
}

/** Sends the form of a page, which must be taken. */
export async function sends(
  browser: Browser,
  path: string,
  fields: Record<string, string> = {},
  action = path,
): Promise<void> {
  const page = await browser.send(await browser.get(path), action, fields)
  assert.ok(page.status === 200 && page.alert === undefined, `${action}: ${page.status} ${page.alert}`)
}

/** Returns the link in the newest email about something that can be undone. */
export async function undoLink(service: RunningService): Promise<string> {
  const link = (await newMail(service)).findLast((mail) => mail.link.includes('/security/undo/'))?.link
  assert.ok(link, 'there is an email with a link')
  return link
}

/** Opens such a link as the reader of the mailbox does, and presses its button. */
export async function pressUndo(service: RunningService, link: string): Promise<void> {
  const reader = browserOf(service)
  const done = await reader.send(await reader.get(link), link)
  assert.equal(done.path, '/recover')
}

/** Sets another password on the page, with every box ticked that ends something of this kind. */
export async function tickBoxes({ browser, account }: SignedIn, box: RegExp): Promise<void> {
  const page = await browser.get('/account/password')
  const boxes = [...page.text.matchAll(/type="checkbox" name="([^"]+)"/g)].map(([, name = '']) => name)
  const ticked = boxes.filter((name) => box.test(name))
  assert.ok(ticked.length > 0, boxes.join())
  await sends(browser, '/account/password', {
    current: account.password,
    password: 'another sentence',
    ...Object.fromEntries(ticked.map((name) => [name, 'on'])),
  })
}

export const opens = async (service: RunningService, path: string): Promise<boolean> =>
  (await browserOf(service).get(path)).status === 200
