/** The start page. The names of launchers and programs are the same in every language. */
export const home = {
  about: (name: string) =>
    `One account for everything you play here: sign in to your launcher with it, and every game server of ${name} knows who you are.`,
  up: 'Up and running',
  down: 'We are having problems at the moment: signing in may fail. Try again in a few minutes.',
  rules: 'Rules',
  links: 'Links',
  start: {
    heading: 'Start playing',
    hasAccount: 'You have an account',
    register: 'Create an account',
    registerHow: 'It takes a minute: a name, a password, and an email to confirm.',
    registerUnconfirmed: 'It takes a minute: a name, an email address and a password.',
    registerInvited: 'You need an invite code from the operators.',
    ask: 'Get an account',
    askHow: 'Only the operators create accounts here: ask them for one.',
    add: 'Add it to your launcher',
    addHow: 'Paste this address where your launcher asks for an authentication server.',
    dragHow: 'Or drag this button into its window:',
    drag: 'Drag me into your launcher',
    play: 'Play',
    playHow:
      'Sign in to the launcher with your username or email address and your password. If you use two-factor codes, add the code after your password: password:123456.',
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
    short: 'With authlib-injector.jar next to the server, add this option before -jar:',
    all: 'All kinds of servers and proxies',
    explanation:
      'If you run a server, turn online mode on (online-mode=true) and put the line before -jar: java LINE -jar server.jar. With Forge and NeoForge it goes into user_jvm_args.txt.',
    agent: 'Paper, Fabric, Forge and others, any version',
    agentHow:
      'With authlib-injector.jar next to the server. Skins, chat signing and old versions work with it.',
    proxy: 'Velocity, BungeeCord and Waterfall',
    proxyHow:
      'On the proxy, with authlib-injector.jar next to it. The servers behind it stay in offline mode.',
    newer: 'Version 26.3 and newer, without authlib-injector',
    newerHow: 'One address is enough.',
    older: 'Versions 1.16.4 to 26.2, without authlib-injector',
    olderHow: 'Put all of these on one line: each version uses the ones it knows.',
    proxyOption: 'Velocity or Waterfall, without authlib-injector',
    proxyOptionHow:
      'Each proxy has its own Java option: the first line is for Velocity, the second for Waterfall.',
  },
}
