import type { home as original } from '../en/home.ts'

export const home: typeof original = {
  about: (name) => `一个账号，畅玩这里的一切：用 ${name} 登录启动器，服务器就知道您是谁。`,
  up: '运行正常',
  down: '目前出现故障，可能无法登录。请过几分钟再试。',
  copy: '复制',
  copied: '已复制',
  start: {
    heading: '开始游戏',
    register: '创建一个账号',
    registerHow: '只需一分钟：用户名、密码，再确认一封邮件。',
    registerUnconfirmed: '只需一分钟：用户名、电子邮箱和密码。',
    registerInvited: '需要邀请码，请向管理员索取。',
    ask: '获取账号',
    askHow: '这里的账号由管理员创建，请向他们申请。',
    add: '在启动器中填写地址',
    addHow: '把这个按钮拖到启动器窗口中，或在那里粘贴地址。',
    drag: '拖到启动器中',
    play: '开始玩',
    playHow:
      '在启动器中输入用户名或电子邮箱和密码。如果启用了两步验证，请把验证码写在密码后面：密码:123456。',
  },
  launchers: {
    heading: '启动器',
    hmcl: '账户，添加认证服务器，粘贴地址。',
    knowing: '添加账号，选择“第三方”、“外置登录”、“authlib-injector”或“Yggdrasil”，粘贴地址。',
    fjord: 'Manage Accounts，Add authlib-injector，粘贴地址。',
    root: '需要 API 地址的启动器',
    rootHow: '粘贴 API 地址。',
    options: '只能填写 Java 参数的启动器',
    optionsHow: '用脚本登录，再用令牌和此参数启动游戏。',
  },
  servers: {
    heading: '游戏服务器',
    explanation:
      '面向服主。请启用正版验证（online-mode=true）。参数写在 -jar 之前：java 参数 -jar server.jar；Forge 和 NeoForge 写入 user_jvm_args.txt。',
    agent: 'Paper、Fabric、Forge 等，任意版本',
    agentHow: '把 authlib-injector.jar 放在服务端旁边。皮肤、聊天签名和旧版本都可用。',
    proxy: 'Velocity、BungeeCord 和 Waterfall',
    proxyHow: '在代理端设置，旁边放 authlib-injector.jar。后端服务器保持离线模式。',
    newer: '26.3 及更新版本，不用 authlib-injector',
    newerHow: '一个地址就够了。',
    older: '1.16.4 至 26.2，不用 authlib-injector',
    olderHow: '全部写在一行：每个版本只用自己认识的参数。',
    proxyOption: 'Velocity 或 Waterfall，不用 authlib-injector',
    proxyOptionHow: '各自的 Java 参数：第一行用于 Velocity，第二行用于 Waterfall。',
  },
}
