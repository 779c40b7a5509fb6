import Ledger

/// What an operator can do with a fulfillment, and what it does in a state.
///
/// The ledger decides again when the act is done; this only says beforehand what to expect.
enum DashboardFulfillmentAct: String, CaseIterable, Sendable {
    /// Tries the pending call again at once.
    case retry
    /// States that the pending call was carried out.
    case confirm
    /// States that the pending call failed, and certainly had no effect.
    case fail
    /// Stops the attempts until an operator acts.
    case suspend
    /// Fulfills a purchase that the server would not fulfill.
    case release

    /// Returns whether the act fits a fulfillment.
    func fits(_ fulfillment: Fulfillment) -> Bool {
        switch (self, fulfillment.state) {
        case (.retry, .suspended): fulfillment.call != nil
        case (.retry, .due), (.retry, .fulfilling), (.retry, .revocationDue), (.retry, .revoking),
            (.retry, .revocationSuspended):
            true
        case (.confirm, .waiting), (.confirm, .due), (.confirm, .fulfilling), (.confirm, .suspended),
            (.confirm, .canceled):
            // Revoked goods are restored by a call of their own.
            true
        case (.confirm, .revocationDue), (.confirm, .revoking), (.confirm, .revocationSuspended):
            fulfillment.call != nil
        case (.fail, .due), (.fail, .fulfilling), (.fail, .revocationDue), (.fail, .revoking): true
        case (.suspend, .due), (.suspend, .fulfilling), (.suspend, .revocationDue), (.suspend, .revoking): true
        case (.release, .canceled):
            !fulfillment.isReleased && (fulfillment.reason == .elsewhere || fulfillment.reason == .sandboxLimit)
        default: false
        }
    }

    /// Whether the act needs the scope `admin`, as under `/v1`.
    var isForAdministrators: Bool { self == .release }

    /// Whether goods may be given twice, or not at all, if the operator is wrong.
    var isDangerous: Bool { self == .release || self == .confirm || self == .fail }

    /// The key of the name.
    var textKey: String {
        switch self {
        case .retry: "fulfillmentRetry"
        case .confirm: "fulfillmentConfirm"
        case .fail: "fulfillmentFail"
        case .suspend: "fulfillmentSuspend"
        case .release: "fulfillmentRelease"
        }
    }

    /// The key of the notice after it is done.
    var doneKey: String {
        switch self {
        case .retry: "doneFulfillmentRetry"
        case .confirm: "doneFulfillmentConfirm"
        case .fail: "doneFulfillmentFail"
        case .suspend: "doneFulfillmentSuspend"
        case .release: "doneFulfillmentRelease"
        }
    }

    /// Returns what it will do.
    func preview(of fulfillment: Fulfillment, for visit: DashboardVisit) -> DashboardAct.Preview {
        let state = visit.text(fulfillment.state.textKey)
        guard self.fits(fulfillment) else {
            return DashboardAct.Preview(effects: [visit.text("fulfillmentUnfit", state)], isNothing: true)
        }
        var effects = [visit.text("fulfillmentNow", state)]
        if let call = fulfillment.callSentence(for: visit) { effects.append(call) }
        let customer = fulfillment.customer?.rawValue ?? "–"
        let undo: String
        switch self {
        case .retry:
            effects.append(visit.text("fulfillmentRetryEffect"))
            undo = visit.text("fulfillmentRetryUndo")
        case .confirm:
            switch fulfillment.call?.kind ?? .fulfill {
            case .fulfill:
                effects.append(visit.text("fulfillmentConfirmEffect", customer, fulfillment.goodsText))
            case .revoke: effects.append(visit.text("fulfillmentConfirmRevoke", customer))
            case .restore: effects.append(visit.text("fulfillmentConfirmRestore", customer))
            }
            undo = visit.text("fulfillmentConfirmUndo")
        case .fail:
            effects.append(visit.text("fulfillmentFailEffect"))
            undo = visit.text("fulfillmentFailUndo")
        case .suspend:
            effects.append(visit.text("fulfillmentSuspendEffect"))
            undo = visit.text("fulfillmentSuspendUndo")
        case .release:
            effects.append(visit.text("fulfillmentReleaseEffect", customer, fulfillment.goodsText))
            undo = visit.text("fulfillmentReleaseUndo")
        }
        return DashboardAct.Preview(effects: effects, undo: undo)
    }
}
