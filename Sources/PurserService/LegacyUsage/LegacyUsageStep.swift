package import Ledger

/// What is missing to switch a legacy format off.
package struct LegacyUsageStep: Hashable, Sendable {
    /// How far it is.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// Somebody still uses it.
        case used
        /// Nobody uses it, and it was not counted for long enough to be sure.
        case tooEarly
        /// Nobody has used it for so long that it can go.
        case unused
    }

    /// The format.
    package let format: InputFormat
    /// How far it is.
    package let state: State
    /// The last day on which somebody used it, of those that count; `nil` when nobody did.
    package let lastDay: CivilDay?
    /// Whether the app has a key for Apple's API, which takes the place of what receipts and version 1 tell.
    package let hasKey: Bool

    /// The step of a format that was used last on a day, if it was.
    init(_ format: InputFormat, lastDay: CivilDay?, isCounted: Bool, hasKey: Bool) {
        self.format = format
        self.lastDay = lastDay
        self.hasKey = hasKey
        self.state = lastDay != nil ? .used : isCounted ? .unused : .tooEarly
    }

    /// What to do, in English.
    package var sentence: String {
        let days = LegacyUsageReport.quietDays
        switch (self.format, self.state) {
        case (_, .tooEarly):
            return "Not seen, and not counted for \(days) days yet: wait."
        case (.notificationV1, .used):
            return "Choose version 2 in App Store Connect (App Information, App Store Server Notifications), for "
                + "Production and for the Sandbox."
        case (.notificationV1, .unused):
            return "No notification of version 1 for \(days) days: see that App Store Connect says version 2."
        case (.receipt, .used), (.transactionReceipt, .used):
            let key =
                self.hasKey
                ? "" : " Add a key first (apps.{app}.appStore): without receipts nothing else asks Apple."
            return "Submit StoreKit 2's jwsRepresentation as signedTransaction, and wait until these versions are "
                + "gone.\(key)"
        case (.receipt, .unused), (.transactionReceipt, .unused):
            return "No receipt for \(days) days: backends may stop forwarding them."
        case (.verifyReceipt, .used):
            return "A server still asks with the shared secret: let it hand purchases in (POST /v1/purchases) and "
                + "read entitlements (GET /v1/customers/{customer}/entitlements)."
        case (.verifyReceiptWithoutPassword, .used):
            return "Apps or servers still ask without a password: let the app hand purchases in, and wait until "
                + "these versions are gone."
        case (.verifyReceipt, .unused), (.verifyReceiptWithoutPassword, .unused):
            return "Nobody has asked for \(days) days: turn the two addresses off in your proxy, and sharedSecret "
                + "may go once no notification of version 1 comes either."
        case (.signedTransaction, _), (.notificationV2, _):
            return ""
        }
    }

    /// What to do, in Simplified Chinese.
    package var chineseSentence: String {
        let days = LegacyUsageReport.quietDays
        switch (self.format, self.state) {
        case (_, .tooEarly): return "尚未出现，但统计还不满 \(days) 天：请再等等。"
        case (.notificationV1, .used):
            return "请在 App Store Connect（App 信息，App Store 服务器通知）中为生产环境和沙盒都选择版本 2。"
        case (.notificationV1, .unused): return "\(days) 天没有版本 1 的通知：只需确认 App Store Connect 已选版本 2。"
        case (.receipt, .used), (.transactionReceipt, .used):
            let key = self.hasKey ? "" : "请先添加密钥（apps.{app}.appStore）：没有收据，就没有别的方式询问 Apple。"
            return "请把 StoreKit 2 的 jwsRepresentation 作为 signedTransaction 提交，并等这些版本消失。\(key)"
        case (.receipt, .unused), (.transactionReceipt, .unused): return "\(days) 天没有收据：后端可以不再转发收据。"
        case (.verifyReceipt, .used):
            return "仍有服务器带共享密钥询问：请改为提交购买（POST /v1/purchases）并读取权益（GET /v1/customers/{customer}/entitlements）。"
        case (.verifyReceiptWithoutPassword, .used): return "仍有 App 或服务器不带密码询问：请让 App 提交购买，并等这些版本消失。"
        case (.verifyReceipt, .unused), (.verifyReceiptWithoutPassword, .unused):
            return "\(days) 天没有人询问：可在代理中关闭这两个地址；若也没有版本 1 的通知，可删除 sharedSecret。"
        case (.signedTransaction, _), (.notificationV2, _): return ""
        }
    }
}
