import HTTPTypes

/// Which methods each address answers, for whoever came with another one.
struct APIMethods: Sendable {
    private let entries: [(parts: [Substring], methods: [String])]

    /// The methods of these operations; whatever can be read can be asked for its head too.
    init(_ operations: [APIOperation]) {
        var methods: [String: [String]] = [:]
        for operation in operations {
            for path in [operation.path, AppPaths.twin(of: operation.path)].compactMap(\.self) {
                methods[path, default: []].append(operation.method.rawValue.uppercased())
                if operation.method == .get { methods[path, default: []].append("HEAD") }
            }
        }
        self.entries = methods.sorted { $0.key < $1.key }.map { path, methods in
            (path.split(separator: "/"), methods.sorted())
        }
    }

    /// The methods that an address answers; none where there is nothing.
    func allowed(at path: String) -> [String] {
        let given = path.split(separator: "/")
        let found = self.entries.filter { entry in
            entry.parts.count == given.count
                && zip(entry.parts, given).allSatisfy { part, text in part == text || part.hasPrefix("{") }
        }
        return Set(found.flatMap(\.methods)).sorted()
    }
}
