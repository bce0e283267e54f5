// Accounts with characters that use applications: the choice of a player, and what an application is told.
import assert from 'node:assert/strict'
import type { Account } from '../../src/model/accounts/account.ts'
import { addCharacter } from '../characters.ts'
import type { RunningService } from '../service.ts'
import {
  application,
  authorizePath,
  redeemCode,
  type TestApplication,
  type Tokens,
} from '../wire/oauth2/oauth.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'

export const playing = 'openid offline_access game_server_session'

let made = 0

/** An account with two characters, signed in on a browser. */
export async function family(service: RunningService, fields: { language?: string } = {}) {
  const account = await service.account(fields)
  const anna = await addCharacter(service, account, `Anna_o${++made}`)
  const ben = await addCharacter(service, account, `Ben_o${made}`)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, anna, ben, browser }
}

export type Family = Awaited<ReturnType<typeof family>>

const combobox = /<label for="player">([^<]*)<\/label>\s*<select [^>]*>([^]*?)<\/select>/

/** The choice of a page: its label, the players in their order, and the one that is chosen. Undefined without one. */
export function choiceOf({ text }: PageView) {
  const [, label, list = ''] = combobox.exec(text) ?? []
  const options = [...list.matchAll(/<option value="([^"]*)"( selected)?>([^<]*)</g)]
  if (label === undefined) return undefined
  const selected = options.filter((option) => option[2] !== undefined).map(([, id]) => id)
  return { label, players: options.map(([, id, , name]) => ({ id, name })), selected }
}

/** Agrees on the page of an application, as somebody who leaves the choice as it is, or makes another one. */
export function agree(browser: Browser, page: PageView, player?: Pick<Account, 'id'>): Promise<PageView> {
  const id = player?.id ?? choiceOf(page)?.selected[0]
  return browser.send(page, page.path, { answer: 'allow', ...(id !== undefined && { player: id }) })
}

export const codeIn = ({ sentTo, text }: PageView): string => {
  const code = sentTo?.searchParams.get('code')
  assert.ok(code, sentTo?.href ?? text)
  return code
}

/** Signs in to an application as a player. */
export async function signInAs(
  service: RunningService,
  browser: Browser,
  app: TestApplication,
  player: Pick<Account, 'id'> | undefined,
  asked: Record<string, string> = {},
): Promise<Tokens> {
  const page = await browser.get(authorizePath(app, { scope: playing, ...asked }))
  const answer = await redeemCode(
    service,
    app,
    codeIn(page.sentTo ? page : await agree(browser, page, player)),
  )
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

export const publicApplication = (service: RunningService) =>
  application(service, { isPublic: true, redirectUri: 'http://127.0.0.1/back', name: 'A launcher' })

/** The claims of an ID token, unproved. */
export const claimsIn = (idToken: string): Record<string, any> =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

export const subOf = ({ id_token }: Pick<Tokens, 'id_token'>): string => claimsIn(id_token)['sub']

export const isValid = async (service: RunningService, accessToken: string): Promise<boolean> =>
  (await service.post('/auth/validate', { accessToken })).status === 200
