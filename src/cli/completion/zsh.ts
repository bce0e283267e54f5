import { type CompletionWords, quoted, type ValueKind, type Word } from './words.ts'

/** Escapes colons and brackets, at which `_describe` and `_arguments` end a word. */
const plain = (text: string): string => text.replaceAll(/[\\:[\]]/g, '\\$&')

const described = (words: readonly Word[]): string =>
  words.map(({ word, meaning }) => quoted(`${plain(word)}:${meaning}`)).join(' ')

const action = (value: ValueKind): string => {
  if (value === 'file') return '_files'
  return value === 'any' ? ' ' : `(${value.join(' ')})`
}

export function zshCompletion({ first, second, commands }: CompletionWords): string {
  const groups = Array.from(
    second,
    ([group, words]) => `      ${group}) found=(${described(words)}); _describe command found; return ;;`,
  )
  const cases = commands.map(({ name, arguments: wanted, options }) => {
    const specs = [
      ...wanted.map(({ word, value }) => `:${plain(word)}:${action(value)}`),
      ...options.map(({ word, meaning, value }) => {
        const about = `${word}[${plain(meaning)}]`
        return value === undefined ? about : `${about}:value:${action(value)}`
      }),
    ]
    return `    ${quoted(name)}) _arguments ${specs.map(quoted).join(' ')} ;;`
  })
  return `#compdef norn
# zsh completion for norn, made by "norn completion zsh"
_norn() {
  local -a found
  local command=$words[2]
  if (( CURRENT == 2 )); then
    found=(${described(first)})
    _describe command found
    return
  fi
  if (( CURRENT == 3 )); then
    case $command in
${groups.join('\n')}
    esac
  fi
  case $command in
    ${Array.from(second.keys()).join('|')}) command="$command $words[3]"; shift words; (( CURRENT-- )) ;;
  esac
  shift words; (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _norn norn
if [ "$funcstack[1]" = _norn ]; then _norn; fi`
}
