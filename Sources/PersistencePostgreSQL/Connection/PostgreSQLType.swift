import CLibPQ

/// The types of the server that values are made for and read from, by their fixed numbers.
enum PostgreSQLType: Oid {
    case boolean = 16
    case bytes = 17
    case name = 19
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case oid = 26
    case json = 114
    case unknown = 705
    case paddedText = 1042
    case variableText = 1043
    case uuid = 2950
    case booleans = 1000
    case byteStrings = 1001
    case int2s = 1005
    case int4s = 1007
    case texts = 1009
    case variableTexts = 1015
    case int8s = 1016
    case uuids = 2951

    /// The type of an array's elements, or `nil` when this is no array.
    var element: Self? {
        switch self {
        case .booleans: .boolean
        case .byteStrings: .bytes
        case .int2s: .int2
        case .int4s: .int4
        case .int8s: .int8
        case .texts: .text
        case .variableTexts: .variableText
        case .uuids: .uuid
        default: nil
        }
    }
}
