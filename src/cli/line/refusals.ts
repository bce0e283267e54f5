import { nounOf } from '../../model/errors/nouns.ts'
import type { Refusal, RefusalSubject, Refused, TextureRefusal } from '../../model/errors/refusal.ts'
import { type ReasonName, reasonEntries } from '../../model/reasons/reasons.ts'
import type { Values } from './command.ts'

/** The words of refusals that the API has in another form or not at all. */
export const refusals: Readonly<
  Record<Exclude<TextureRefusal, ReasonName> | 'database_unavailable' | 'skin_system_unavailable', string>
> = {
  uploads_suspended: 'the uploads of the account are suspended; "norn account uploads NAME on" ends that',
  texture_too_large: 'the file is larger than 1 MiB; save it without metadata, or smaller',
  overloaded: 'the service is busy; try again in a moment',
  database_unavailable:
    'the database cannot be used; check NORN_DATABASE_URL and NORN_DATA_DIR, that a database server runs, and that you may write a database file',
  texture_store_unavailable:
    'the texture store does not answer as it should; "norn doctor" says more (NORN_TEXTURES_URL)',
  skin_system_unavailable: 'the skin system does not answer; check NORN_SKIN_SYSTEM_URL',
}

/** Why a command was refused, and what to do. Protocols have tables of their own. */
const sentences: Readonly<Partial<Record<Refusal, string>>> = {
  ...refusals,
  ...Object.fromEntries(
    reasonEntries.map(([name, { sentence, command = remarkOf(sentence) }]) => [name, command]),
  ),
}

/** The arguments that a refusal may be about; never a password. */
const refusedArguments: Readonly<Partial<Record<RefusalSubject, readonly string[] | undefined>>> = {
  'unknown ban': ['ip'],
  'unknown server': ['name'],
  'taken server': ['name'],
  'unknown neighbour': ['id'],
  'taken neighbour': ['id'],
  'unknown provider': ['name'],
  'taken provider': ['name'],
  'unknown visitor': ['visitor'],
  'taken group': ['name'],
  'unknown group': ['group'],
  'taken shelf-texture': ['name'],
  'unknown shelf-texture': ['name'],
  'unknown webhook': ['id'],
  'unknown delivery': ['delivery'],
  ...Object.fromEntries(reasonEntries.map(([name, { argument }]) => [name, argument])),
}

/**
 * Returns the sentence for a refusal, beginning with the refused value if there is one. Undefined for a reason that
 * no command has, which is a bug.
 */
export function refusalSentence(refused: Refused, given: Values): string | undefined {
  const { field, reason, subject, value: member } = refused
  const sentence = familySentence(refused) ?? sentences[reason]
  const names = reason === 'malformed' && field !== undefined ? [field] : refusedArguments[subject]
  const values = [member, ...(names?.map((name) => given[name]) ?? [])]
  const value = values.find((text) => typeof text === 'string' && text.length <= longestShown)
  return sentence && value !== undefined ? `${JSON.stringify(value)}: ${sentence}` : sentence
}

/** A longer value is not repeated. */
const longestShown = 200

/** Returns the words of a refusal as commands write them, and the command that lists what there is. */
function familySentence({ noun, reason, sentence }: Refused): string | undefined {
  if (sentence === undefined) return undefined
  const remark = remarkOf(sentence)
  if (reason !== 'unknown' || noun === undefined) return remark
  const { list, many } = nounOf(noun)
  return `${remark}; "norn ${list}" shows all ${many}`
}

/** Returns sentences as commands write them: in one line, without a full stop. */
function remarkOf(sentence: string): string {
  return sentence.replace(/\.$/, '').split('. ').map(lowerFirst).join('; ')
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}
