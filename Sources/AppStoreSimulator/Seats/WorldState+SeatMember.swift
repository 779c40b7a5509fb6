import AppStore

extension WorldState {
    /// Adds a customer to a group that Apple hosts, or assigns an organization's seat to the customer.
    mutating func joinGroup(of transaction: Int, _ customer: Int) throws(WorldError) {
        guard let index = self.purchasedSubscription(of: transaction), let group = self.subscriptions[index].group,
            group.invitations == .apple, self.seatCount(of: index) > 0,
            self.subscriptions[index].customer != customer, self.member(customer, of: group) == nil
        else { throw .noGroup }
        let members = group.members.filter { self.isMember($0) }
        guard members.count < self.seatCount(of: index) else { throw .noAvailableSeats }
        self.startShare(of: index, with: customer, .assigned)
    }

    /// Removes a customer from a group that Apple hosts, or releases an organization's seat.
    mutating func leaveGroup(of transaction: Int, _ customer: Int) throws(WorldError) {
        guard let index = self.purchasedSubscription(of: transaction), let group = self.subscriptions[index].group,
            let member = self.member(customer, of: group)
        else { throw .noGroup }
        self.endSharing([member])
    }

    /// Sends a subscription's notification to the members of its group, besides those for whom a renewal left no seat.
    mutating func notifyMembers(of index: Int, _ type: NotificationType, _ subtype: NotificationSubtype?) {
        guard self.subscriptions[index].group?.members.isEmpty == false else { return }
        if type == .didRenew {
            self.lapseMembers(of: index, besides: self.transactions[self.subscriptions[index].latest].quantity)
        }
        for member in self.subscriptions[index].group?.members ?? [] where self.isMember(member) {
            self.mirror(member, type, subtype)
        }
    }

    /// Removes the latest members of a subscription's group, besides a number of them.
    mutating func revokeMembers(of index: Int, besides count: Int) {
        guard let group = self.subscriptions[index].group else { return }
        self.endSharing(Array(group.members.filter { self.isMember($0) }.dropFirst(count)))
    }

    /// Lets the access of the latest members of a subscription's group end with their period, besides a number of them.
    mutating func lapseMembers(of index: Int, besides count: Int) {
        guard let group = self.subscriptions[index].group else { return }
        for member in group.members.filter({ self.isMember($0) }).dropFirst(count) {
            self.subscriptions[index].group?.members.removeAll { $0 == member }
            self.subscriptions[member].renewal.autoRenews = false
            let end = max(self.subscriptions[member].renewal.expiresAt, self.now)
            self.schedule(.periodEnds(subscription: member), at: end, for: member)
        }
    }

    /// Returns the index of the purchaser's subscription to which a transaction belongs, of the purchaser or a member.
    func purchasedSubscription(of transaction: Int) -> Int? {
        self.transactions[transaction].subscription.map { self.subscriptions[$0].source ?? $0 }
    }

    /// Returns whether a share gives a member access.
    func isMember(_ share: Int) -> Bool {
        !self.subscriptions[share].renewal.isOver
            && self.transactions[self.subscriptions[share].latest].condition.revocation == nil
    }

    /// Returns the share of a member of a group.
    private func member(_ customer: Int, of group: SeatGroup) -> Int? {
        group.members.first { self.subscriptions[$0].customer == customer && self.isMember($0) }
    }
}
