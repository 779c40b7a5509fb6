package import Ledger

/// The next step towards switching a legacy format off.
package struct LegacyUsageStep: Hashable, Sendable {
    /// The state of a legacy format.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// The format is still used.
        case used
        /// The format is not used, but has not been counted long enough.
        case tooEarly
        /// The format has not been used for long enough to be switched off.
        case unused
    }

    /// The format.
    package let format: InputFormat
    /// The state of the format.
    package let state: State
    /// The last counted day with a use; `nil` without a use.
    package let lastDay: CivilDay?
    /// Whether the app has a key for Apple's API, which replaces receipts and version 1 notifications as a source.
    package let hasKey: Bool

    /// Creates the step of a format from the last day with a use.
    init(_ format: InputFormat, lastDay: CivilDay?, isCounted: Bool, hasKey: Bool) {
        self.format = format
        self.lastDay = lastDay
        self.hasKey = hasKey
        self.state = lastDay != nil ? .used : isCounted ? .unused : .tooEarly
    }

    /// The instruction in English.
    package var sentence: String {
        let days = LegacyUsageReport.quietDays
        switch (self.format, self.state) {
        case (_, .tooEarly):
            return "Not used, but not yet counted for \(days) days: wait."
        case (.notificationV1, .used):
            return "Choose version 2 in App Store Connect (App Information, App Store Server Notifications), for "
                + "Production and for the Sandbox."
        case (.notificationV1, .unused):
            return "No notification of version 1 for \(days) days: check that App Store Connect is set to version 2."
        case (.receipt, .used), (.transactionReceipt, .used):
            let key =
                self.hasKey
                ? "" : " Add a key first (apps.{app}.appStore): without receipts there is no other way to ask Apple."
            return "Submit StoreKit 2's jwsRepresentation as signedTransaction, and wait until these versions are "
                + "gone.\(key)"
        case (.receipt, .unused), (.transactionReceipt, .unused):
            return "No receipt for \(days) days: backends may stop forwarding them."
        case (.verifyReceipt, .used):
            return "A server still asks with the shared secret: let it submit purchases (POST /v1/purchases) and "
                + "read entitlements (GET /v1/customers/{customer}/entitlements)."
        case (.verifyReceiptWithoutPassword, .used):
            return "Apps or servers still ask without a password: let the app submit purchases, and wait until "
                + "these versions are gone."
        case (.verifyReceipt, .unused), (.verifyReceiptWithoutPassword, .unused):
            return "No request for \(days) days: turn the two URLs off in your proxy. sharedSecret "
                + "can be removed once no notification of version 1 arrives either."
        case (.signedTransaction, _), (.notificationV2, _):
            return ""
        }
    }

    /// The instruction in Simplified Chinese.
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
            return "\(days) 天没有请求：可在代理中关闭这两个 URL；若也没有版本 1 的通知，可删除 sharedSecret。"
        case (.signedTransaction, _), (.notificationV2, _): return ""
        }
    }
}
