// The CustomSkinAPI: skins by name for a mod, with which players of servers in offline mode see each other's.
import type { Check } from '../check.ts'
import type { Answer } from '../http/exchange.ts'
import { at, isObject, shown, textAt } from '../json.ts'
import { NotOffered, Skipped } from '../outcome.ts'
import { isPng } from '../png.ts'
import { expect, expectJson } from '../protocol/answers.ts'
import { bothSignedIn } from '../protocol/both.ts'
import { type Session, signIn } from '../protocol/launcher.ts'
import { modelOf, urlOf } from '../protocol/textures.ts'
import { worn } from '../protocol/uploads.ts'
import type { Trial } from '../trial.ts'
import * as clients from '../words/clients.ts'
import { reference, seen } from '../words/sources.ts'

const needs = ['account'] as const
const source = seen(`${clients.skinMod} 14.19.3`)

const asked = (trial: Trial, name: string, headers: Record<string, string> = {}): Promise<Answer> =>
  trial.ask('modTextures', { params: { name }, headers })

/** The names of the skins in an answer, by model. */
const skinsOf = (answer: Answer): Record<string, unknown> => {
  const skins = at(answer.json, 'skins')
  return isObject(skins) ? skins : {}
}

/** A player with a skin, as the profile has it. */
interface Dressed {
  player: Session
  url: string
  model: string
}

/**
 * Finds what the first account wears.
 *
 * @throws {Skipped} where it wears no skin
 * @throws {NotOffered} where the server has no such API
 */
async function dressed(trial: Trial): Promise<Dressed> {
  const player = await signIn(trial, trial.account())
  if (!trial.world.target.addresses.modTextures)
    throw new NotOffered('skins for mods are not part of the layout')
  const payload = await worn(trial, player.id)
  const url = urlOf(payload, 'SKIN')
  if (!url) throw new Skipped('the first account wears no skin: upload one')
  return { player, url, model: modelOf(payload) === 'slim' ? 'slim' : 'default' }
}

/** The file of the skin of an answer, as the mod asks for it. */
const file = (trial: Trial, hash: string): Promise<Answer> => trial.ask('modFile', { params: { hash } })

export const skinMods: Check[] = [
  {
    id: 'csl.player.form',
    title: 'A player with a skin is 200 with skins, an object of model and file name, and without errno.',
    level: 'must',
    breaks: `${clients.skinMod}: no skin is shown`,
    source,
    needs,
    async run(trial) {
      const { player } = await dressed(trial)
      const answer = await asked(trial, player.name)
      expectJson(answer)
      const skins = skinsOf(answer)
      const named = ['default', 'slim'].filter((model) => textAt(skins, model))
      expect(answer, named.length > 0, 'skins.default or skins.slim with the name of a file', shown(skins))
      expect(answer, (at(answer.json, 'errno') ?? 0) === 0, 'no errno', shown(at(answer.json, 'errno')))
    },
  },
  {
    id: 'csl.player.model',
    title: 'The model of the skin is the one of the profile.',
    level: 'must',
    breaks: `${clients.skinMod}: arms with a black stripe, or without an edge`,
    source,
    needs,
    async run(trial) {
      const { player, model } = await dressed(trial)
      const answer = await asked(trial, player.name)
      const [first] = Object.keys(skinsOf(answer))
      expect(answer, first === model, `the model ${model}, before any other`, shown(skinsOf(answer)))
    },
  },
  {
    id: 'csl.player.case',
    title: 'A player is found in any letter case of the name.',
    level: 'should',
    breaks: 'players of servers in offline mode, who type names as they like',
    source: reference('skin-system', 'GET /csl/{name}.json'),
    needs,
    async run(trial) {
      const { player } = await dressed(trial)
      for (const name of [player.name.toUpperCase(), player.name.toLowerCase()]) {
        const answer = await asked(trial, name)
        expect(
          answer,
          answer.status === 200 && Object.keys(skinsOf(answer)).length > 0,
          `the skin of ${name}`,
        )
      }
    },
  },
  {
    id: 'csl.player.unknown',
    title: 'A name that nobody has is 404, never 204.',
    level: 'must',
    breaks: `${clients.skinMod}, which keeps a 204 for an hour, whatever the answer says of caching`,
    source,
    needs,
    async run(trial) {
      await dressed(trial)
      const answer = await asked(trial, trial.chance.name())
      expect(answer, answer.status === 404, 'status 404')
    },
  },
  {
    id: 'csl.player.each',
    title: 'Of two players, each has what they wear; one who wears nothing is 404.',
    level: 'must',
    breaks: `${clients.players}, who are shown as somebody else; an answer without textures is kept, and hides a first skin`,
    source,
    needs: ['two accounts'],
    async run(trial) {
      await dressed(trial)
      for (const { id, name } of await bothSignedIn(trial)) {
        const payload = await worn(trial, id)
        const answer = await asked(trial, name)
        if (!urlOf(payload, 'SKIN') && !urlOf(payload, 'CAPE')) {
          expect(answer, answer.status === 404, `status 404 for ${name}, who wears nothing`)
          continue
        }
        const names = Object.values(skinsOf(answer))
        const own = urlOf(payload, 'SKIN')
        const [found] = names
        if (!own) expect(answer, names.length === 0, `no skin of ${name}, who wears none`)
        else {
          expect(answer, typeof found === 'string', `a skin of ${name}`)
          const [theirs, shownThere] = [await trial.send('GET', own), await file(trial, String(found))]
          expect(
            shownThere,
            shownThere.bytes.equals(theirs.bytes),
            `the skin that the profile of ${name} names`,
          )
        }
      }
    },
  },
  {
    id: 'csl.file.there',
    title: 'The file that an answer names is a PNG below textures/.',
    level: 'must',
    breaks: `${clients.skinMod}: no skin is shown`,
    source,
    needs,
    async run(trial) {
      const { player } = await dressed(trial)
      const [name] = Object.values(skinsOf(await asked(trial, player.name)))
      if (typeof name !== 'string') throw new Skipped('the answer names no file')
      const answer = await file(trial, name)
      expect(answer, answer.status === 200 && isPng(answer.bytes), 'status 200 with a PNG')
    },
  },
  {
    id: 'csl.file.unknown',
    title: 'A file that does not exist is 404.',
    level: 'must',
    breaks: `${clients.skinMod}, which keeps whatever a success has as the picture`,
    source,
    needs,
    async run(trial) {
      await dressed(trial)
      const answer = await trial.send('GET', unknownFile(trial))
      expect(answer, answer.status === 404, 'status 404')
    },
  },
  {
    id: 'csl.cache.minutes',
    title: 'An answer may be kept for five minutes at most.',
    level: 'should',
    breaks: `${clients.players}, whose new skin others see late: the mod keeps an answer as long as max-age says`,
    source,
    needs,
    async run(trial) {
      const { player } = await dressed(trial)
      const answer = await asked(trial, player.name)
      const seconds = Number(/max-age=(\d+)/.exec(answer.headers['cache-control'] ?? '')?.[1] ?? 90)
      expect(answer, seconds <= 300, 'a max-age of at most 300', `max-age=${seconds}`)
    },
  },
  {
    id: 'csl.cache.known',
    title: 'An answer has an ETag, and a request that names it is answered 304.',
    level: 'should',
    breaks: `${clients.skinMod}, which asks for each player again and again`,
    source,
    needs,
    async run(trial) {
      const { player } = await dressed(trial)
      const first = await asked(trial, player.name)
      const { etag } = first.headers
      expect(first, Boolean(etag), 'a header ETag')
      const second = await asked(trial, player.name, { 'if-none-match': etag ?? '' })
      expect(second, second.status === 304 && second.text === '', 'status 304 without a body')
    },
  },
]

function unknownFile(trial: Trial): string {
  const template = trial.world.target.addresses.modFile ?? ''
  return template.replace('{hash}', trial.chance.hex(64))
}
