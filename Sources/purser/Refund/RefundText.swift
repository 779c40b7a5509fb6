package import AppStore
import Ledger

/// The text of one refund case for support: its state, the requests, our answers with their reasons, Apple's decisions,
/// and when the money arrives.
package struct RefundText {
    private let language: Language

    /// Creates a text in a language.
    package init(in language: Language) { self.language = language }

    /// Returns a short description of the answer to the last request.
    package func sent(_ refund: JSONValue) -> String {
        self.sent(answer: refund["requests"]?.elements?.last?["answer"])
    }

    /// Returns the lines of the text.
    package func lines(_ refund: JSONValue) -> [String] {
        let price = refund["price"].map { JSONValue?.some(.array([$0])).amounts(none: "") }
        let customer = refund["customer"]?.text ?? self.said("nobody", "无主")
        var rows = [
            [self.said("Customer", "客户"), customer],
            [self.said("Product", "商品"), self.joined([refund["product"]?.text, price])],
            [
                self.said("Transaction", "交易"),
                refund["transaction"].plain
                    + self.said(", bought ", "，购买于 ") + refund["purchasedAt"].plain,
            ],
            [self.said("Opened", "提出时间"), refund["openedAt"].plain],
        ]
        if let heldUntil = Listing.heldUntil(refund) {
            rows.append([self.said("An operator may decide until", "可由人工决定至"), heldUntil])
        }
        if let decidedAt = refund["decidedAt"]?.text { rows.append([self.said("Decided", "裁定时间"), decidedAt]) }
        if let share = refund["refundedMilliunits"]?.integer {
            rows.append([self.said("Refunded", "已退回"), Self.percent(Int(share))])
        }
        if refund["possibleChargeback"] == .bool(true) {
            rows.append([
                self.said("Beware", "注意"),
                self.said("Apple refunded it without a request; possibly a chargeback", "Apple 未经询问即已退款：可能是拒付"),
            ])
        }
        var lines = ["\(refund["id"].plain): \(self.state(refund["state"].plain))"]
        lines += TextColumns.lines(rows.map { row in row.map(TextColumns.cell) })
        for request in refund["requests"]?.elements ?? [] { lines += [""] + self.lines(ofRequest: request) }
        lines += self.money(refund["moneyExpected"])
        if let evidence = refund["evidence"]?.elements, !evidence.isEmpty {
            let heading = self.said("Facts at the time of the answer:", "答复时的依据：")
            lines += ["", heading] + Listing.refundEvidence.lines(evidence, in: self.language).map { "  " + $0 }
        }
        return lines + self.terms(refund["terms"])
    }

    private func lines(ofRequest request: JSONValue) -> [String] {
        let reason = request["reason"]?.text
        let head = self.said("Request \(request["number"].plain)", "第 \(request["number"].plain) 次请求")
        let answer = request["answer"]
        var rows = [
            [
                self.said("Asked", "询问时间"),
                request["requestedAt"].plain
                    + self.said(", answer due by ", "，答复截止时间：") + request["deadline"].plain,
            ]
        ]
        if let reason { rows.append([self.said("Reason", "理由"), reason]) }
        rows.append([self.said("Sent", "已发送给 Apple"), self.sent(answer: answer)])
        if let decider = self.decider(answer) { rows.append([self.said("Decided by", "决定者"), decider]) }
        if let receivedAt = answer?["receivedAt"]?.text {
            rows.append([self.said("Received by Apple", "Apple 收到时间"), receivedAt])
        }
        if let failure = answer?["failure"] {
            rows.append([self.said("Failed", "失败"), "\(failure["code"].plain), \(failure["at"].plain)"])
        }
        if let decidedAt = request["decidedAt"]?.text {
            rows.append([self.said("Decided by Apple", "Apple 裁定时间"), decidedAt])
        }
        return [head] + TextColumns.lines(rows.map { row in ["  " + row[0], TextColumns.cell(row[1])] })
    }

    private func sent(answer: JSONValue?) -> String {
        guard let answer else { return self.said("nothing", "无") }
        var sent = self.said("nothing", "无")
        if let word = answer["preference"]?.text { sent = word }
        if let why = answer["withheld"]?.text { sent = self.said("withheld (\(why))", "未告知（\(why)）") }
        if answer["late"] == .bool(true) { sent += self.said(", late", ", late") }
        if answer["missed"] == .bool(true) { sent += self.said(", missed", "，已错过") }
        if answer["inDoubt"] == .bool(true) { sent += self.said(", in doubt", "，不确定是否送达") }
        return sent
    }

    private func decider(_ answer: JSONValue?) -> String? {
        let person = (answer?["person"]).plain
        switch answer?["decidedBy"]?.text {
        case "policy":
            let version = (answer?["policyVersion"]).plain
            let rule = answer?["rule"]?.text ?? self.said("otherwise", "其他情况")
            guard !version.isEmpty else { return self.said("rule \(rule)", "规则 \(rule)") }
            return self.said("rule \(rule) of policy version \(version)", "策略第 \(version) 版的规则 \(rule)")
        case "override": return self.said("an override by \(person)", "\(person) 设定的例外")
        case "person": return person
        default: return nil
        }
    }

    private func money(_ expected: JSONValue?) -> [String] {
        guard let expected else { return [] }
        let sentences = expected["sentences"]
        let sentence = self.said((sentences?["en"]).plain, (sentences?["zh-Hans"]).plain)
        let dates = self.said(
            "The customer receives the money between \(expected["soon"].plain) and \(expected["latest"].plain).",
            "预计到账时间：\(expected["soon"].plain) 至 \(expected["latest"].plain)。"
        )
        return ["", dates] + (sentence.isEmpty ? [] : [self.said("Text for the customer: ", "可告知客户：") + sentence])
    }

    private func terms(_ terms: JSONValue?) -> [String] {
        guard let terms else { return [] }
        var text = self.said(
            "Refund terms of \(terms["storefront"].plain):",
            "\(terms["storefront"].plain) 的退款条款："
        )
        if let until = terms["unconditionalUntil"]?.text {
            text += self.said(" unconditional until \(until),", "无条件退款至 \(until)，")
        }
        let until = terms["conditionalUntil"].plain
        text += self.said(" with a reason until \(until).", "有理由退款至 \(until)。")
        return ["", text] + self.left(terms)
    }

    /// Returns the number of refunds that the Apple Account had left at its last request.
    private func left(_ terms: JSONValue) -> [String] {
        let unconditional = terms["unconditionalLeft"]?.integer.map {
            self.said("\($0) without a reason", "无需理由 \($0) 次")
        }
        let conditional = terms["conditionalLeft"]?.integer.map { self.said("\($0) with a reason", "有理由 \($0) 次") }
        let parts = [unconditional, conditional].compactMap(\.self)
        guard !parts.isEmpty else { return [] }
        return [
            self.said(
                "Left to the Apple Account at the request: \(parts.joined(separator: ", ")).",
                "申请时该 Apple 账户剩余的退款次数：\(parts.joined(separator: "，"))。"
            )
        ]
    }

    private func state(_ word: String) -> String {
        switch word {
        case "requested": self.said("Apple waits for the answer", "Apple 已询问，等待答复")
        case "held": self.said("waits for an operator's decision", "等待人工决定")
        case "answered": self.said("answered; Apple has not decided", "已答复，Apple 尚未裁定")
        case "withheld": self.said("the server may not send an answer", "不得向 Apple 答复")
        case "missed": self.said("not answered in time", "未按时答复")
        case "doubtful": self.said("unknown whether Apple received the answer", "不确定 Apple 是否收到答复")
        case "refunded": self.said("refunded", "已退款")
        case "declined": self.said("declined: Apple did not refund it", "被拒绝：Apple 未退款")
        case "reversed": self.said("reversed: Apple reversed the refund", "已撤销：Apple 撤销了退款")
        case "revoked": self.said("revoked: family sharing has ended", "已终止：家人共享已结束")
        default: word
        }
    }

    private func joined(_ parts: [String?]) -> String { parts.compactMap(\.self).joined(separator: ", ") }

    private func said(_ english: String, _ chinese: String) -> String {
        LocalizedText(english, chinese).text(in: self.language)
    }

    /// Returns thousandths of a percent for people.
    private static func percent(_ milliunits: Int) -> String {
        milliunits.isMultiple(of: 1000)
            ? "\(milliunits / 1000) %" : "\(milliunits / 1000).\(String(milliunits % 1000 + 1000).dropFirst()) %"
    }
}
