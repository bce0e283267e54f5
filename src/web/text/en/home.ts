/** Of the start page. The names of launchers and programs are the same in every language. */
export const home = {
  about: (name: string) =>
    `One account for everything you play here: sign in to your launcher with it, and every server of ${name} knows who you are.`,
  up: 'Up and running',
  down: 'There is trouble at the moment: signing in may fail. Try again in a few minutes.',
  start: {
    heading: 'Start playing',
    hasAccount: 'You have an account',
    register: 'Make an account',
    registerHow: 'It takes a minute: a name, a password, and an email to confirm.',
    registerUnconfirmed: 'It takes a minute: a name, an e-mail address and a password.',
    registerInvited: 'You need an invite code, which the operators here give out.',
    ask: 'Get an account',
    askHow: 'The operators create the accounts here: ask them for one.',
    add: 'Tell your launcher where it is',
    addHow: 'Paste this address where your launcher asks for an authentication server.',
    dragHow: 'Or drag this button into its window:',
    drag: 'Drag me into your launcher',
    play: 'Play',
    playHow:
      'Sign in to the launcher with your username or e-mail and your password. If you use two-factor codes, add the code after your password: password:123456.',
  },
  launchers: {
    heading: 'Launchers',
    choose: 'Choose your launcher to see where the address goes.',
    hmcl: 'Open Accounts, choose New Auth Server, and paste the address.',
    knowing:
      'Add an account, choose “third party”, “authlib-injector” or “Yggdrasil”, and paste the address.',
    fjord: 'Open Manage Accounts, choose Add authlib-injector, and paste the address.',
    root: 'Others: API root',
    rootHow: 'Some launchers ask for the API root: paste this.',
    options: 'Others: Java options',
    optionsHow: 'Sign in with a script, and start the game with its token and this option.',
  },
  servers: {
    heading: 'Game servers',
    short: 'With authlib-injector.jar beside the server, this option goes before -jar:',
    all: 'All kinds of servers and proxies',
    explanation:
      'If you run a server: turn online mode on (online-mode=true) and put the line before -jar: java LINE -jar server.jar. With Forge and NeoForge it goes into user_jvm_args.txt.',
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
