/// The messages of `purser init` and the comments in its files, in one language.
package struct InitMessages: Sendable {
    /// The text before the list of the written files.
    let written: String
    /// The purposes of the files, by name.
    let purposes: [String: String]
    /// The text before the next commands.
    let next: String
    /// Descriptions of the next commands, in order.
    let steps: [String]

    /// The first lines of the configuration.
    let configuration: [String]
    /// About `server.address`.
    let address: String
    /// About `storage`.
    let storage: String
    /// About `trust`.
    let trust: [String]
    /// About `bundleId`.
    let bundleID: String
    /// About `appAppleId`.
    let appAppleID: String
    /// About `secretKey`.
    let secretKey: String
    /// About `appStore`.
    let appStore: [String]
    /// About `appStoreConnect`.
    let appStoreConnect: [String]

    /// The first lines of the catalog.
    let catalog: [String]
    /// About `entitlements`.
    let entitlements: String
    /// About `coins`.
    let coins: String
    /// About `products`.
    let products: [String]
    /// About `gracePolicy`.
    let gracePolicy: [String]
    /// About `timeZone`.
    let timeZone: String
    /// About `sandbox`, which is commented out.
    let sandbox: [String]
    /// About `fulfillment`.
    let fulfillment: [String]
    /// About `transfer`, which is commented out.
    let transfer: [String]
    /// About prices of the shop, which are commented out.
    let shopPrices: [String]

    /// Creates the messages in a language.
    package init(_ language: Language) {
        self =
            switch language {
            case .english: .english
            case .simplifiedChinese: .simplifiedChinese
            }
    }

    private init(
        written: String,
        purposes: [String: String],
        next: String,
        steps: [String],
        configuration: [String],
        address: String,
        storage: String,
        trust: [String],
        bundleID: String,
        appAppleID: String,
        secretKey: String,
        appStore: [String],
        appStoreConnect: [String],
        catalog: [String],
        entitlements: String,
        coins: String,
        products: [String],
        gracePolicy: [String],
        timeZone: String,
        sandbox: [String],
        fulfillment: [String],
        transfer: [String],
        shopPrices: [String]
    ) {
        self.written = written
        self.purposes = purposes
        self.next = next
        self.steps = steps
        self.configuration = configuration
        self.address = address
        self.storage = storage
        self.trust = trust
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.secretKey = secretKey
        self.appStore = appStore
        self.appStoreConnect = appStoreConnect
        self.catalog = catalog
        self.entitlements = entitlements
        self.coins = coins
        self.products = products
        self.gracePolicy = gracePolicy
        self.timeZone = timeZone
        self.sandbox = sandbox
        self.fulfillment = fulfillment
        self.transfer = transfer
        self.shopPrices = shopPrices
    }

    private static let english = InitMessages(
        written: "Written:",
        purposes: [
            "purser.yaml": "the configuration",
            "catalog.yaml": "what the app sells, and what it gives",
            "secret.key": "the key of the shop's backend; keep it secret",
            "data": "the folder of the database",
        ],
        next: "Next, the first two in a terminal each, the others in a third:",
        steps: [
            "play the App Store", "start Purser", "let the commands find the configuration; without this give --config",
            "buy something, as anna does in the app", "submit what the app received, as the shop's backend does",
            "look into anna's wallet",
        ],
        configuration: [
            "The configuration of Purser. Paths are relative to this folder.",
            "Any value can come from a variable instead, for example PURSER_SERVER_ADDRESS.",
        ],
        address: "The address on which Purser listens.",
        storage: "The location of the ledger.",
        trust: [
            "The trusted root certificate. This is the one of the simulated App Store, for trying out;",
            "for the real App Store: trust: apple",
        ],
        bundleID: "The app's bundle id at Apple.",
        appAppleID: "An example: your app's value is the Apple ID under App Information in App Store Connect.",
        secretKey: "The key with which the shop's backend calls the API.",
        appStore: [
            "The key with which Purser asks the App Store for missed data; this one is the simulated store's.",
            "For the real App Store, enter your issuerId, keyId and .p8 file, without production and sandbox.",
        ],
        appStoreConnect: [
            "The team key with which Purser fetches sales and finance reports; this one is the simulated store's.",
            "For the real App Store: a key of the App Store Connect API, your vendor number and SKU, without address.",
        ],
        catalog: [
            "The products of the app and what they provide. Product ids are those of App Store Connect.",
            "Prices and periods are only needed for the simulated App Store.",
        ],
        entitlements: "The entitlements by name, with their names for customers.",
        coins: "The kinds of coins that products provide.",
        products: [
            "A product unlocks entitlements, or provides coins. In a group, level 1 is the highest.",
            "Kinds: auto-renewable, non-renewing, consumable, non-consumable.",
        ],
        gracePolicy: [
            "Whether an entitlement stays active without a paid period: in Apple's grace period, while Apple",
            "retries the charge, and for a leeway after the end without news from Apple.",
        ],
        timeZone: "The time zone in which the days of non-renewing periods begin.",
        sandbox: [
            "The effect of Sandbox purchases, for App Review and testers: deny, testers, allow, or capped:",
            "entitlements for 7 days, and a limit of fulfillments and coins a day for each customer.",
        ],
        fulfillment: [
            "This server fulfills purchases: coins into wallets, other goods through a webhook of the shop.",
            "Purchases before this instant count as fulfilled elsewhere. With finish: true, Purser also finishes "
                + "transactions at Apple.",
        ],
        transfer: [
            "The policy when another customer restores a purchase: transfer, keep, block, share,",
            "or keep-while-renewing.",
        ],
        shopPrices: [
            "More: the shop's own prices and the App Store's price points, coins per amount of money, storefronts,",
            "offers, and the goods that a refund revokes. docs/reference/catalog.md describes every key.",
        ]
    )

    private static let simplifiedChinese = InitMessages(
        written: "已写入：",
        purposes: [
            "purser.yaml": "配置",
            "catalog.yaml": "App 销售的商品及其提供的内容",
            "secret.key": "商店后端的密钥，请保密",
            "data": "数据库文件夹",
        ],
        next: "接下来，前两条命令各用一个终端，其余的用第三个：",
        steps: [
            "模拟 App Store", "启动 Purser", "像 anna 在 App 里那样购买", "像商店后端那样，提交 App 收到的交易",
            "像商店后端那样，提交应用收到的交易", "查看 anna 的钱包",
        ],
        configuration: [
            "Purser 的配置。路径相对于本文件夹。",
            "任何值也可以来自环境变量，例如 PURSER_SERVER_ADDRESS。",
        ],
        address: "Purser 监听的地址。",
        storage: "账本保存的位置。",
        trust: [
            "信任的根证书。这里是模拟 App Store 的根证书，供试用；",
            "使用真正的 App Store 时写：trust: apple",
        ],
        bundleID: "App 在 Apple 的套装 ID。",
        appAppleID: "示例：真正的值是 App Store Connect 中“App 信息”里的 Apple ID。",
        secretKey: "商店后端调用时使用的密钥。",
        appStore: [
            "Purser 用来向 App Store 查询遗漏内容的密钥；这里是模拟 App Store 的密钥。",
            "使用真正的 App Store 时，写上你的 issuerId、keyId 和 .p8 文件，并去掉 production 和 sandbox。",
        ],
        appStoreConnect: [
            "Purser 用来获取销售和财务报告的团队密钥；这里是模拟 App Store 的密钥。",
            "使用真正的 App Store 时：写上 App Store Connect API 的密钥、供应商编号和 SKU，并去掉 address。",
        ],
        catalog: [
            "App 销售的商品及其提供的内容。产品 ID 与 App Store Connect 中的一致。",
            "价格和周期只在模拟 App Store 时需要。",
        ],
        entitlements: "客户可以使用的权益，按名称列出，以及它们的显示名称。",
        coins: "产品带来的代币种类。",
        products: [
            "产品解锁权益或带来代币。同一组中，级别 1 最高。",
            "种类：auto-renewable、non-renewing、consumable、non-consumable。",
        ],
        gracePolicy: [
            "没有付费周期时何时保留权益：Apple 的宽限期内、Apple 重试扣款期间，",
            "以及到期后暂无消息的一段时间内。",
        ],
        timeZone: "非续期订阅按哪个时区计算日期。",
        sandbox: [
            "沙盒环境购买的效力，供 App 审核和测试人员使用：deny、testers、allow，或 capped：",
            "权益保留 7 天，每位客户每天限定的交付次数和代币数。",
        ],
        fulfillment: [
            "由本服务器交付：代币记入钱包，其他商品通过商店的 webhook 发放。",
            "此时刻之前购买的视为已在别处交付。加上 finish: true，完成的交易也会告知 Apple。",
        ],
        transfer: [
            "其他客户恢复购买时会怎样：transfer、keep、block、share，或 keep-while-renewing。"
        ],
        shopPrices: [
            "更多：商店自己的价格与 App Store 价格点、每笔金额对应的代币、商店地区、优惠，",
            "以及退款时撤销的商品。所有键见 docs/reference/catalog.md。",
        ]
    )
}
