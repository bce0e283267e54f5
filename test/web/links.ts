// One-time links as tests create and use them.
import { createOneTimeLink } from '../../src/domain/sign-in/one-time-links.ts'
import type { Actor } from '../../src/model/accounts/actor.ts'
import type { OneTimeLinkPurpose } from '../../src/model/accounts/one-time-link.ts'
import { operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'

export const chosen = 'another sentence to remember'

/** Returns the path of a new link. */
export async function linkTo(
  service: RunningService,
  account: { id: string },
  purpose: OneTimeLinkPurpose = 'password',
  by: Actor = operator,
): Promise<string> {
  const { token } = await createOneTimeLink(service.context, by, await service.stored(account), { purpose })
  return `/link/${token}`
}

/** Opens a link, and chooses the password if the link is valid. */
export async function choose(
  service: RunningService,
  link: string,
  password = chosen,
  browser: Browser = browserOf(service),
): Promise<PageView> {
  const page = await browser.get(link)
  return page.status === 200 ? browser.send(page, link, { password }) : page
}

/** The secret that a page proposes for the authenticator app. */
export const proposedSecret = ({ text }: PageView): string =>
  /name="secret"[^>]* value="([A-Z2-7]{32})"/.exec(text)?.[1] ?? ''

/** Opens a link, and sets up the app if the link is valid. */
export async function replaceFactor(
  service: RunningService,
  link: string,
  current: string,
  browser: Browser = browserOf(service),
): Promise<PageView & { secret: string }> {
  const page = await browser.get(link)
  const secret = proposedSecret(page)
  if (page.status !== 200) return { ...page, secret }
  const code = totpCode(secret, service.now())
  return { ...(await browser.send(page, link, { secret, code, current })), secret }
}
