import AppStore

extension Problem {
    /// Apple's own number and its name, in brackets; nothing where there is none.
    static func number(of error: AppStoreError) -> String {
        guard let number = error.number else { return "" }
        return " (\(number.rawValue)\(number.name.map { " " + $0 } ?? ""))"
    }
}
