// The pages of visitors and players.

import { uploadTexture } from '../../src/domain/game/set-textures.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { createInvite } from '../../src/domain/registration/invites.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import type { Text } from '../../src/web/context/text.ts'
import { uuid } from '../../test/domain/neighbours/scene.ts'
import { authenticator } from '../../test/pages/authenticator.ts'
import { operator, type RunningService } from '../../test/service.ts'
import { totpCode } from '../../test/totp.ts'
import { newMail } from '../../test/web/mailbox.ts'
import { application, authorizePath, deviceTokens, startDevice } from '../../test/wire/oauth2/oauth.ts'
import type { Camera } from './camera.ts'
import { acceptAll, cape, skins } from './scene.ts'

export interface Studio {
  service: RunningService
  camera: Camera
  text: Text
}

const freya = { username: 'Freya', password: 'a sentence to remember' }
const day = 86_400_000
const minute = 60_000

const linkOf = async (service: RunningService) =>
  (await newMail(service)).find(({ kind }) => kind !== 'notice')?.link ?? ''

export async function signIn(
  { camera, text }: Studio,
  account: { username: string; password: string },
): Promise<void> {
  await camera.fill(text.signIn.login, account.username)
  await camera.fill(text.signIn.password, account.password)
  await camera.press(text.signIn.submit)
}

export async function visitors(studio: Studio): Promise<void> {
  const { service, camera, text } = studio
  const { fill, press, shoot, visit } = camera
  await visit('/')
  await shoot('home')
  await visit('/launchers?for=hmcl')
  await shoot('launchers')
  await visit('/servers')
  await shoot('servers')
  const invite = await createInvite(service.context, operator, {
    uses: 5,
    expiresAt: null,
    group: 'builders',
  })
  await visit(`/register?invite=${invite.code}`)
  await shoot('invitation')
  await visit('/register?invite=withdrawn')
  await shoot('invitation-dead')
  await visit('/register')
  await shoot('register')
  await fill(text.register.username, 'adm1n')
  await fill(text.register.email, 'freya')
  await fill(text.register.password, 'password')
  await press(text.register.submit)
  await shoot('register-declined')
  await fill(text.register.username, freya.username)
  await fill(text.register.email, 'freya@example.org')
  await fill(text.register.password, freya.password)
  await camera.page.getByLabel(text.rules.accept, { exact: true }).check()
  await press(text.register.submit)
  await shoot('check-your-mail')
  await visit(await linkOf(service))
  await shoot('register-confirm')
  await press(text.register.confirm.submit)
  await shoot('register-confirmed')
  await camera.browser.clearCookies()
  await visit('/sign-in')
  await shoot('sign-in')
  await fill(text.signIn.login, freya.username)
  await fill(text.signIn.password, 'not this one')
  await press(text.signIn.submit)
  await shoot('sign-in-declined')
  await visit('/recover')
  await shoot('recover')
  await fill(text.recover.email, 'freya@example.org')
  await press(text.recover.submit)
  await shoot('recover-sent')
  await visit(await linkOf(service))
  await shoot('recover-choose')
  await visit(`/recover/${'x'.repeat(22)}`)
  await shoot('recover-dead')
  await visit('/nowhere')
  await shoot('not-found')
  await visit('/device')
  await shoot('device')
}

/** A name that has just been changed, and the form that asks who it is again. */
export async function again({ service, camera, text }: Studio): Promise<void> {
  const { fill, press, shoot, visit } = camera
  const sigyn = await service.account({ username: 'Sigyn', email: 'sigyn@example.org' })
  await acceptAll(service, sigyn)
  await camera.browser.clearCookies()
  await camera.advance(minute)
  await visit('/sign-in?next=/account/username')
  await signIn({ service, camera, text }, sigyn)
  await fill(text.account.menu.username.heading, 'Sigyn_2')
  await press(text.settings.username.submit)
  await shoot('username-waiting')
  await camera.advance(16 * minute)
  await visit('/sign-in?again=1&next=/account/security')
  await shoot('sign-in-again')
}

const settings = ['play', 'username', 'email', 'password', 'language', 'servers', 'export', 'delete']

export async function player(studio: Studio): Promise<void> {
  const { service, camera, text } = studio
  const { fill, press, shoot, visit } = camera
  const row = await service.context.db.query.selectFrom('account').select('id').executeTakeFirstOrThrow()
  await visit('/sign-in')
  await signIn(studio, freya)
  await shoot('account-new')
  for (const path of settings) {
    await visit(`/account/${path}`)
    await shoot(path === 'servers' ? 'own-servers' : path === 'play' ? 'play-new' : path)
  }
  await visit('/account/linked')
  await shoot('linked-none')
  const njord = { neighbour: 'vanaheim', id: uuid(3), name: 'Njord' }
  await fill(text.linked.code, (await makeLinkCode(service.context, njord)) ?? '')
  await press(text.linked.submit)
  await shoot('linked-question')
  await press(text.linked.submit)
  await shoot('linked')
  await visit('/account/applications')
  await shoot('applications-none')
  await visit('/account/skin')
  await shoot('skin-none')
  const self = accountActor({ ...row, username: freya.username }, '127.0.0.1')
  for (const skin of skins) {
    await camera.advance(2 * day)
    await uploadTexture(service.context, self, row.id, 'skin', skin, 'default')
  }
  await uploadTexture(service.context, self, row.id, 'cape', cape)
  await visit('/account/skin')
  await preview(camera)
  await shoot('skin')
  await visit('/account/wardrobe')
  await shoot('wardrobe-none')
  const kept = [
    { png: skins[0] ?? cape, name: 'Red knight' },
    { png: cape, name: 'Feast day', kind: 'cape' },
    { png: skins[2] ?? cape, name: 'Wanderer', kind: 'skin', model: 'slim' },
  ] as const
  for (const texture of kept) {
    await camera.advance(day)
    await addToWardrobe(service.context, self, row, texture)
  }
  await visit('/account/wardrobe')
  await shoot('wardrobe')
  await camera.browser.clearCookies()
  await visit('/sign-in?next=/account/security')
  await signIn(studio, freya)
  await shoot('security-off')
  await visit('/account/security/totp')
  await shoot('authenticator-app')
  const secret = await camera.page.getByLabel(text.security.setUp.secret, { exact: true }).inputValue()
  await fill(text.security.setUp.code, totpCode(secret, service.now()))
  await press(text.security.setUp.submit)
  await shoot('recovery-codes')
  await authenticator(camera)
  await visit('/account/security')
  await fill(text.passkeys.name, 'Laptop')
  await press(text.passkeys.add)
  await visit('/account/security')
  await shoot('security')
  await connections(studio, { id: row.id, secret })
  await visit('/account')
  await shoot('account')
  await leave(studio, secret)
}

/** Waits for the 3D figure, which takes WebGL. */
const preview = ({ page }: Camera) =>
  page
    .locator('canvas')
    .waitFor({ timeout: 30_000 })
    .catch(() => console.warn('there is no WebGL here: the pictures of the skin page show the flat figure'))

async function connections(studio: Studio, { id, secret }: { id: string; secret: string }): Promise<void> {
  const { service, camera, text } = studio
  const { press, shoot, visit } = camera
  await deviceTokens(service, { id })
  const redirectUri = 'https://map.midgard.example/back'
  const map = await application(service, { name: 'World map', redirectUri })
  await visit(authorizePath(map, { scope: 'openid profile email' }))
  await shoot('consent')
  const { user_code } = await startDevice(service, 'openid offline_access game_server_session')
  await visit(`/device?user_code=${user_code}`)
  await press(text.oauth.device.submit)
  await shoot('device-consent')
  await press(text.oauth.allow)
  await shoot('device-connected')
  await visit('/account/applications')
  await shoot('applications')
  for (const userAgent of ['HMCL/3.6.12', 'PrismLauncher/9.4']) {
    await camera.advance(30_000)
    const password = `${freya.password}:${totpCode(secret, service.now())}`
    const body = { username: freya.username, password, clientToken: userAgent }
    const answer = await service.post('/auth/authenticate', body, { headers: { 'user-agent': userAgent } })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  await service.context.attempts.flush()
  await visit('/account/devices')
  await shoot('devices')
  await visit('/account/play')
  await shoot('play')
}

async function leave(studio: Studio, secret: string): Promise<void> {
  const { service, camera, text } = studio
  const { fill, press, shoot, visit } = camera
  await visit('/account/delete')
  await fill(text.settings.currentPassword, freya.password)
  await press(text.account.menu.delete.heading)
  await camera.advance(30_000)
  await signIn(studio, freya)
  await shoot('sign-in-code')
  await fill(text.signIn.code.label, totpCode(secret, service.now()))
  await press(text.signIn.code.submit)
  await shoot('deletion-pending')
}
