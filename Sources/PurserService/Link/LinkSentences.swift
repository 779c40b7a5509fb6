/// What probes find, in sentences, in English or Simplified Chinese.
package struct LinkSentences: Sendable {
    private let isChinese: Bool

    /// Sentences in a language.
    package init(isChinese: Bool) { self.isChinese = isChinese }

    private func say(_ english: String, _ chinese: String) -> String { self.isChinese ? chinese : english }

    /// What failed, and who is to look first.
    package func sentence(_ failure: LinkFailure) -> String {
        self.cause(failure) + self.say(" ", "") + self.place(failure.place)
    }

    /// Where it breaks and who is to look first, where neither the step nor the cause is known.
    package func sentence(_ place: LinkFailure.Place) -> String {
        self.say("The probe failed. ", "探测失败。") + self.place(place)
    }

    private func cause(_ failure: LinkFailure) -> String {
        switch (failure.step, failure.cause) {
        case (.dns, .timeout): self.say("The name servers did not answer in time.", "域名服务器未及时应答。")
        case (.dns, _): self.say("The name has no address.", "域名没有地址。")
        case (.tcp, .timeout): self.say("The connection was not made in time.", "未能及时建立连接。")
        case (_, .refused): self.say("The connection was refused.", "连接被拒绝。")
        case (_, .unreachable): self.say("There is no way to the address.", "无法到达该地址。")
        case (_, .certificate):
            self.say(
                "The certificate is not trusted, has ended, or is for another name.",
                "证书不受信任、已过期，或属于其他域名。"
            )
        case (_, .handshake): self.say("TLS 1.2 or later was not agreed on.", "未能协商 TLS 1.2 或更高版本。")
        case (.tls, .timeout): self.say("TLS was not agreed on in time.", "未能及时完成 TLS 握手。")
        case (.tls, .closed): self.say("The connection was closed during TLS.", "TLS 握手期间连接被关闭。")
        case (.firstByte, .timeout): self.say("No answer came in time.", "未及时收到应答。")
        case (.body, .timeout): self.say("The answer did not end in time.", "应答未及时结束。")
        case (_, .status): self.status(failure.status)
        case (_, .form): self.say("The answer is not Apple's, such as a web page.", "应答不是 Apple 的格式（例如网页）。")
        default: self.say("The connection was closed before the whole answer.", "完整应答到达前连接被关闭。")
        }
    }

    private func status(_ status: Int?) -> String {
        let number = status.map { " \($0)" } ?? ""
        return self.say("The answer has the status\(number), or says that Apple fails.", "应答状态为\(number)，或表明 Apple 出错。")
    }

    private func place(_ place: LinkFailure.Place) -> String {
        switch place {
        case .resolver: self.say("Look at this machine's name servers first.", "请先检查本机的域名服务器。")
        case .route:
            self.say(
                "Look at the network between this machine and Apple first: firewall, route, provider.",
                "请先检查本机到 Apple 之间的网络：防火墙、路由、运营商。"
            )
        case .tls:
            self.say(
                "Look at this machine's clock and root certificates first, and at proxies that open TLS.",
                "请先检查本机的时钟和根证书，以及会解密 TLS 的代理。"
            )
        case .apple:
            self.say(
                "Apple, or somebody who answers in its place: look at Apple's system status page.",
                "问题在 Apple 或冒充其应答的一方：请查看 Apple 的系统状态页面。"
            )
        }
    }
}
