/// A catalogue that was made from Xcode's file, as our JSON.
struct CatalogueTranslationBody: Encodable {
    let document: String
    let remarks: [String]
}
