//! The macro by which a noun is declared, and its parts.

/// Declares a noun: `pub struct Law: "law", "a law" => { … }`. A field's doc comment is what its schema says of it. After its
/// type may stand how it is written, where that is not as its type says, and before that the key, where it is not the name.
/// After `short` come the fields of short notations.
macro_rules! noun {
    (
        $(#[$about:meta])*
        $visibility:vis struct $noun:ident: $name:literal, $what:literal $(, $short:expr)? => {
            $(
                $(#[doc = $means:literal])?
                $field:ident $(($key:literal))?: $type:ty $(= $how:expr)?,
            )*
        }
        $(short { $($rest:tt)* })?
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone)]
        $visibility struct $noun {
            $( $(#[doc = $means])? pub $field: $type, )*
        }

        impl $crate::pack::nouns::noun::Noun for $noun {
            const DECLARED: &'static $crate::pack::nouns::noun::Declaration =
                &$crate::pack::nouns::noun::Declaration {
                    name: $name,
                    what: $what,
                    fields: &[
                        $( $crate::pack::nouns::declare::field!(
                            $crate::pack::nouns::declare::key!($field $($key)?),
                            concat!($($means)?),
                            $crate::pack::nouns::declare::how!($type $(, $how)?).shape
                        ), )*
                        $( $crate::pack::nouns::declare::field!(
                            "",
                            "",
                            $crate::pack::nouns::noun::Shape::Short(
                                $crate::pack::nouns::declare::fields!($($rest)*)
                            )
                        ), )?
                    ],
                };
            const SHORT: $crate::pack::nouns::noun::Short =
                $crate::pack::nouns::declare::short!($($short)?);

            fn of(fields: &$crate::pack::nouns::noun::Fields<'_>) -> Option<Self> {
                $( let $field = ($crate::pack::nouns::declare::how!($type $(, $how)?).read)(
                    fields,
                    $crate::pack::nouns::declare::key!($field $($key)?),
                ); )*
                Some(Self { $($field: $field?,)* })
            }
        }
    };
}

/// Fields that no struct holds, each with its key.
macro_rules! fields {
    ($($(#[doc = $means:literal])? $key:literal: $type:ty $(= $how:expr)?,)*) => {
        &[$( $crate::pack::nouns::declare::field!(
            $key,
            concat!($($means)?),
            $crate::pack::nouns::declare::how!($type $(, $how)?).shape
        ), )*]
    };
}

macro_rules! field {
    ($name:expr, $means:expr, $shape:expr) => {
        $crate::pack::nouns::noun::Field {
            name: $name,
            means: $means,
            shape: $shape,
        }
    };
}

macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

macro_rules! how {
    ($type:ty) => {
        <$type as $crate::pack::nouns::noun::Held>::HOW
    };
    ($type:ty, $how:expr) => {{
        const HOW: $crate::pack::nouns::noun::How<$type> = $how;
        HOW
    }};
}

macro_rules! short {
    () => {
        $crate::pack::nouns::noun::Short::Never
    };
    ($short:expr) => {
        $short
    };
}

pub(crate) use {field, fields, how, key, noun, short};
