// The game's own library, authlib: what each line of it wants to be told, and its jars, where Maven can have them.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scratch } from '../scratch.ts'

const run = promisify(execFile)

interface AuthlibLine {
  /** The version of authlib that stands for its line, and the games that have it. */
  version: string
  games: string
  /** The hosts that it has to be told. Without one of them it ignores the others and asks the vendor. */
  needs: readonly string[]
  /** Read in its source; the others were asked. */
  isRead?: true
}

export const authlibLines: readonly AuthlibLine[] = [
  { version: '2.1.28', games: '1.16.4 to 1.17.1', needs: ['account', 'auth', 'session'] },
  { version: '3.11.49', games: '1.18 to 1.19.4', needs: ['account', 'auth', 'session'] },
  { version: '4.0.43', games: '1.20 to 1.20.1', needs: ['account', 'auth', 'session'], isRead: true },
  { version: '5.0.47', games: '1.20.2 to 1.20.4', needs: ['services', 'session'], isRead: true },
  { version: '6.0.54', games: '1.20.5 to 1.21.8', needs: ['services', 'session'], isRead: true },
  { version: '7.0.61', games: '1.21.9 to 1.21.11', needs: ['profiles', 'services', 'session'] },
  { version: '9.0.75', games: '26.1 to 26.2', needs: ['profiles', 'services', 'session'] },
]

/** The libraries that authlib imports, at versions that work with all of its lines. */
const libraries = [
  'com.google.code.gson:gson:2.13.2',
  'com.google.guava:guava:33.5.0-jre',
  'commons-codec:commons-codec:1.19.0',
  'commons-io:commons-io:2.20.0',
  'org.apache.commons:commons-lang3:3.19.0',
  'org.apache.logging.log4j:log4j-core:2.25.2',
  'org.slf4j:slf4j-api:2.0.17',
]

/**
 * Resolves with the folder of the jars for each line that Maven can have, or with the reason why it has none. One run of
 * Maven builds a module for each line, and continues if one fails. The vendor has a repository for authlib, which may be
 * in Maven's settings; `mvn install:install-file` takes the jar of an installed game.
 */
export async function authlibJars(): Promise<Map<string, string> | string> {
  for (const [name, program] of [
    ['java (its compiler)', 'javac'],
    ['mvn', 'mvn'],
  ] as const) {
    const isThere = await run(program, ['-version']).then(
      () => true,
      () => false,
    )
    if (!isThere) return `${name} is not installed`
  }
  const directory = await mkdtemp(join(scratch(), 'norn-authlib-'))
  const folderOf = (version: string) => join(directory, `jars-${version}`)
  const modules = authlibLines.map(({ version }) => `<module>${version}.xml</module>`).join('')
  await writeFile(join(directory, 'pom.xml'), pom('all', `<modules>${modules}</modules>`))
  for (const { version } of authlibLines) {
    const wanted = [...libraries, `com.mojang:authlib:${version}`].map(dependency).join('\n')
    const content = `<properties><jars>${folderOf(version)}</jars></properties><dependencies>${wanted}</dependencies>`
    await writeFile(join(directory, `${version}.xml`), pom(`authlib-${version}`, content))
  }
  const maven = ['-B', '-q', '-fae', 'dependency:copy-dependencies']
  // It fails as soon as one line is not to be had.
  await run('mvn', [...maven, '-DoutputDirectory=${jars}'], { cwd: directory, timeout: 300_000 }).catch(
    () => '',
  )
  const found = new Map<string, string>()
  for (const { version } of authlibLines) {
    const jars: string[] = await readdir(folderOf(version)).catch(() => [])
    if (jars.includes(`authlib-${version}.jar`)) found.set(version, folderOf(version))
  }
  return found
}

const pom = (name: string, content: string): string =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>norn.test</groupId><artifactId>${name}</artifactId>
<version>1</version><packaging>pom</packaging>${content}</project>\n`

/** The jar alone: what the vendor's file says that authlib needs is an older set of the same. */
function dependency(coordinates: string): string {
  const [group = '', name = '', version = ''] = coordinates.split(':')
  const isAuthlib = group === 'com.mojang'
  return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>${
    isAuthlib
      ? '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>'
      : ''
  }</dependency>`
}
