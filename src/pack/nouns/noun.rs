//! How a noun of the language is declared: once, as a struct by the macro `noun!`. Its reader, the keys that are known, and the
//! published schema follow from the declaration.

use super::fields::Fields;
use super::schema::Fragment;

/// What can be written, as a group of fields.
#[derive(Debug)]
pub struct Declaration {
    /// What its schema is called.
    pub name: &'static str,
    /// What it is, in words: `a rule`.
    pub what: &'static str,
    /// Its fields, in the order in which they are told.
    pub fields: &'static [Field],
}

/// A field.
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    /// What it means, in a line.
    pub means: &'static str,
    pub shape: Shape,
}

/// What stands in a field.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A value.
    Value {
        /// Whether it must be there, however short the notation.
        is_needed: bool,
        schema: Fragment,
    },
    /// Nothing of its own: what it holds is said by these fields beside it.
    Inside(&'static [Field]),
    /// Fields of a short notation, which is turned into the others before anything is read.
    Short(&'static [Field]),
}

impl Declaration {
    /// All fields that are written with a key.
    pub fn written(&self) -> Vec<&'static Field> {
        let mut written = Vec::new();
        gather(self.fields, true, &mut written);
        written
    }

    /// The keys that its reader knows.
    pub fn keys(&self) -> Vec<&'static str> {
        let mut read = Vec::new();
        gather(self.fields, false, &mut read);
        read.into_iter().map(|field| field.name).collect()
    }
}

fn gather(fields: &'static [Field], with_short: bool, written: &mut Vec<&'static Field>) {
    for field in fields {
        match field.shape {
            Shape::Value { .. } => written.push(field),
            Shape::Inside(inside) => gather(inside, with_short, written),
            Shape::Short(short) if with_short => gather(short, with_short, written),
            Shape::Short(_) => {}
        }
    }
}

impl Field {
    pub const fn is_needed(&self) -> bool {
        matches!(
            self.shape,
            Shape::Value {
                is_needed: true,
                ..
            }
        )
    }
}

/// What may stand in the place of a group of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Short {
    /// Nothing.
    Never,
    /// A text, which is the value of this field.
    Text(&'static str),
    /// A text, a number, or true and false: the value of this field.
    Value(&'static str),
    /// A value or a list of them: the value of this field.
    List(&'static str),
    /// A list of the values of its fields, in their order.
    InOrder,
}

/// Something that is written as a group of fields.
pub trait Noun: Sized {
    const DECLARED: &'static Declaration;
    const SHORT: Short;
    /// What the fields say; all that is wrong with any of them is told.
    fn of(fields: &Fields<'_>) -> Option<Self>;
}

/// How a field of some type is written.
#[derive(Debug)]
pub struct How<T> {
    pub shape: Shape,
    pub read: Read<T>,
}

/// What a field says, by its key; nothing, if it must be there and is not, or is not what it must be, which is told.
pub type Read<T> = fn(&Fields<'_>, &'static str) -> Option<T>;

impl<T> How<T> {
    pub const fn optional(schema: Fragment, read: Read<T>) -> Self {
        let is_needed = false;
        let shape = Shape::Value { is_needed, schema };
        Self { shape, read }
    }

    pub const fn needed(schema: Fragment, read: Read<T>) -> Self {
        let is_needed = true;
        let shape = Shape::Value { is_needed, schema };
        Self { shape, read }
    }

    /// Said by other fields beside it, or by none.
    pub const fn inside(fields: &'static [Field], read: Read<T>) -> Self {
        let shape = Shape::Inside(fields);
        Self { shape, read }
    }
}

/// What is written in one way, wherever nothing else is said.
pub trait Held: Sized {
    const HOW: How<Self>;
}

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
                        $( $crate::pack::nouns::noun::field!(
                            $crate::pack::nouns::noun::key!($field $($key)?),
                            concat!($($means)?),
                            $crate::pack::nouns::noun::how!($type $(, $how)?).shape
                        ), )*
                        $( $crate::pack::nouns::noun::field!(
                            "",
                            "",
                            $crate::pack::nouns::noun::Shape::Short(
                                $crate::pack::nouns::noun::fields!($($rest)*)
                            )
                        ), )?
                    ],
                };
            const SHORT: $crate::pack::nouns::noun::Short =
                $crate::pack::nouns::noun::short!($($short)?);

            fn of(fields: &$crate::pack::nouns::fields::Fields<'_>) -> Option<Self> {
                $( let $field = ($crate::pack::nouns::noun::how!($type $(, $how)?).read)(
                    fields,
                    $crate::pack::nouns::noun::key!($field $($key)?),
                ); )*
                Some(Self { $($field: $field?,)* })
            }
        }
    };
}

/// Fields that no struct holds, each with its key.
macro_rules! fields {
    ($($(#[doc = $means:literal])? $key:literal: $type:ty $(= $how:expr)?,)*) => {
        &[$( $crate::pack::nouns::noun::field!(
            $key,
            concat!($($means)?),
            $crate::pack::nouns::noun::how!($type $(, $how)?).shape
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
