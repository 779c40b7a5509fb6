/// The messages about probe results, in English or Simplified Chinese.
package struct LinkSentences: Sendable {
    private let isChinese: Bool

    /// Creates messages in a language.
    package init(isChinese: Bool) { self.isChinese = isChinese }

    private func say(_ english: String, _ chinese: String) -> String { self.isChinese ? chinese : english }

    /// Returns what failed, and the place to examine first.
    package func sentence(_ failure: LinkFailure) -> String {
        self.cause(failure) + self.say(" ", "") + self.place(failure.place)
    }

    /// Returns the place to examine first, if neither the step nor the cause is known.
    package func sentence(_ place: LinkFailure.Place) -> String {
        self.say("The probe failed. ", "探测失败。") + self.place(place)
    }

    private func cause(_ failure: LinkFailure) -> String {
        switch (failure.step, failure.cause) {
        case (.dns, .timeout): self.say("The name servers did not answer in time.", "域名服务器未及时应答。")
        case (.dns, _): self.say("The name has no address.", "域名没有地址。")
        case (.tcp, .timeout): self.say("The connection was not established in time.", "未能及时建立连接。")
        case (_, .refused): self.say("The connection was refused.", "连接被拒绝。")
        case (_, .unreachable): self.say("There is no route to the address.", "无法到达该地址。")
        case (_, .certificate):
            self.say(
                "The certificate is not trusted, has expired, or is for another name.",
                "证书不受信任、已过期，或属于其他域名。"
            )
        case (_, .handshake): self.say("TLS 1.2 or later could not be negotiated.", "未能协商 TLS 1.2 或更高版本。")
        case (.tls, .timeout): self.say("The TLS handshake did not complete in time.", "未能及时完成 TLS 握手。")
        case (.tls, .closed): self.say("The connection was closed during the TLS handshake.", "TLS 握手期间连接被关闭。")
        case (.firstByte, .timeout): self.say("No response arrived in time.", "未及时收到应答。")
        case (.body, .timeout): self.say("The response did not end in time.", "应答未及时结束。")
        case (_, .status): self.status(failure.status)
        case (_, .form): self.say("The response is not Apple's, but for example a web page.", "应答不是 Apple 的格式（例如网页）。")
        default: self.say("The connection was closed before the complete response.", "完整应答到达前连接被关闭。")
        }
    }

    private func status(_ status: Int?) -> String {
        let number = status.map { " \($0)" } ?? ""
        return self.say("The response has status\(number), or says that Apple fails.", "应答状态为\(number)，或表明 Apple 出错。")
    }

    private func place(_ place: LinkFailure.Place) -> String {
        switch place {
        case .resolver: self.say("Check this machine's name servers first.", "请先检查本机的域名服务器。")
        case .route:
            self.say(
                "Check the network between this machine and Apple first: firewall, route, provider.",
                "请先检查本机到 Apple 之间的网络：防火墙、路由、运营商。"
            )
        case .tls:
            self.say(
                "Check this machine's clock and root certificates first, and proxies that intercept TLS.",
                "请先检查本机的时钟和根证书，以及会解密 TLS 的代理。"
            )
        case .apple:
            self.say(
                "Apple fails, or a proxy answers in its place: check Apple's system status page.",
                "问题在 Apple，或在代替 Apple 应答的代理：请查看 Apple 的系统状态页面。"
            )
        }
    }
}
