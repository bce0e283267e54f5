import { type CompletionWords, quoted, type ValueKind, type Word } from './words.ts'

const list = (words: readonly Word[]): string => quoted(words.map(({ word }) => word).join(' '))

export function bashCompletion({ first, second, commands }: CompletionWords): string {
  const groups = Array.from(second, ([group, words]) => `      ${group}) words=${list(words)} ;;`)
  const cases = commands.map((command) => {
    const [firstChoices = []] = command.arguments.map(({ value }) => (Array.isArray(value) ? value : []))
    const words = [...firstChoices, ...command.options.map(({ word }) => word)].join(' ')
    const isFile = command.arguments.some(({ value }) => value === 'file')
    return `    ${quoted(command.name)}) words=${quoted(words)}${isFile ? ' files=yes' : ''} ;;`
  })
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ word, value }) =>
      value === undefined ? [] : [`    ${quoted(`${name} ${word}`)}) ${valueWords(value)} ;;`],
    ),
  )
  return `# bash completion for norn, made by "norn completion bash"
_norn() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]-} words= files=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${list(first)}
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case $command in
${groups.join('\n')}
    esac
  fi
  case $command in
    ${Array.from(second.keys()).join('|')}) command="$command \${COMP_WORDS[2]-}" ;;
  esac
  if [ -z "$words" ]; then
    case $command in
${indented(cases)}
    esac
  fi
  case "$command $previous" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -F _norn norn`
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n')

function valueWords(value: ValueKind): string {
  if (value === 'file') return 'words= files=yes'
  return value === 'any' ? 'words= files=' : `words=${quoted(value.join(' '))} files=`
}
