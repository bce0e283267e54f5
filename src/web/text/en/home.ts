/** Of the start page. The names of launchers and programs are the same in every language. */
export const home = {
  about: (name: string) =>
    `One account for everything that is played here: ${name} signs you in to your launcher, and the servers know who you are.`,
  up: 'Up and running',
  down: 'There is trouble at the moment: signing in may fail. Try again in some minutes.',
  copy: 'Copy',
  copied: 'Copied',
  start: {
    heading: 'Start playing',
    register: 'Make an account',
    registerHow: 'It takes a minute: a name, a password, and a mail to confirm.',
    registerUnconfirmed: 'It takes a minute: a name, an e-mail address and a password.',
    registerInvited: 'You need an invite code, which the operators here give out.',
    ask: 'Get an account',
    askHow: 'Accounts are made by the operators here: ask them for one.',
    add: 'Tell your launcher where it is',
    addHow: 'Drag this button into the window of your launcher, or paste the address there.',
    drag: 'Drag me into your launcher',
    play: 'Play',
    playHow:
      'Sign in to the launcher with your username or e-mail and your password. If you use two-factor codes, add the code after your password: password:123456.',
  },
  launchers: {
    heading: 'Launchers',
    hmcl: 'Accounts, New Auth Server: paste the address.',
    knowing: 'Add an account, choose "third party", "authlib-injector" or "Yggdrasil": paste the address.',
    fjord: 'Manage Accounts, Add authlib-injector: paste the address.',
    root: 'Launchers that ask for the API root',
    rootHow: 'Paste the API root.',
    options: 'Launchers that only take Java options',
    optionsHow: 'Log in with a script, and start the game with the token and this option.',
  },
  servers: {
    heading: 'Game servers',
    explanation:
      'For those who run a server. Turn online mode on (online-mode=true). The line goes before -jar: java LINE -jar server.jar; with Forge and NeoForge into user_jvm_args.txt.',
    agent: 'Paper, Fabric, Forge and others, any version',
    agentHow:
      'With authlib-injector.jar beside the server. Skins, chat signing and old versions work with it.',
    proxy: 'Velocity, BungeeCord and Waterfall',
    proxyHow:
      'On the proxy, with authlib-injector.jar beside it. The servers behind it stay in offline mode.',
    newer: 'Version 26.3 and newer, without authlib-injector',
    newerHow: 'One address is enough.',
    older: 'Versions 1.16.4 to 26.2, without authlib-injector',
    olderHow: 'All of these on one line: each version uses those that it knows.',
    proxyOption: 'Velocity or Waterfall, without authlib-injector',
    proxyOptionHow: 'A Java option of its own: the first line is for Velocity, the second for Waterfall.',
  },
}
