extension RevocationStatus {
    /// The status of two certificates together: the worse one.
    ///
    /// Revoked is worst, then unknown, then unchecked; of two revocations the earlier one counts.
    ///
    /// - Parameter other: The status of another certificate.
    /// - Returns: One of the two.
    func worse(_ other: Self) -> Self {
        if case .revoked(let since, _) = self, case .revoked(let otherSince, _) = other {
            return otherSince < since ? other : self
        }
        return other.gravity > self.gravity ? other : self
    }

    private var gravity: Int {
        switch self {
        case .good(.answered): 0
        case .good(.noResponder): 1
        case .unchecked: 2
        case .unknown: 3
        case .revoked: 4
        }
    }
}
