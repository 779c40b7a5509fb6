import Testing

/// Tests that the library `AppStore` exposes its API, and not its parsers.
@Suite struct LibrarySurfaceTests {
    /// The declarations that only this package uses.
    private static let internals: Set<String> = [
        "Base64URL", "BERCursor", "BERElement", "CertificateChain", "CompactJWS", "JWSHeader", "SignerCache",
        "OCSPResult", "OCSPCertificateStatus", "OCSPRequest", "OCSPResponse", "ReceiptContainer", "StatedIdentity",
        "VerifyReceiptDate", "WireSlot",
    ]

    @Test("Readers of encodings, slots of fields and questions about certificates are not public")
    func types() {
        var found: Set<String> = []
        for file in SourceTree.project.swift where file.isAt("Sources/") {
            for declaration in file.declarations where declaration.isTopLevel && declaration.kind.isType {
                guard Self.internals.contains(declaration.name) else { continue }
                found.insert(declaration.name)
                #expect(!declaration.modifiers.contains("public"), "\(file.path): \(declaration.name)")
            }
        }
        #expect(found == Self.internals)
    }

    @Test("Reader and writer of JSON can be named by other packages, and not be used")
    func json() {
        var count = 0
        for file in SourceTree.project.swift where file.isAt("Sources/") {
            guard file.stem.hasPrefix("JSONReader") || file.stem.hasPrefix("JSONWriter") else { continue }
            count += 1
            let functions = file.lines.filter { $0.contains("public ") && $0.contains(" func ") }
            #expect(functions.isEmpty, "\(file.path): \(functions)")
        }
        #expect(count > 0)
    }
}
