//! The virtual machine: started once, called by bytes, and calling back by bytes.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use jni::objects::{GlobalRef, JByteArray, JClass, JObject, JStaticMethodID, JString};
use jni::signature::ReturnType;
use jni::sys::{JNI_VERSION_1_8, jint, jlong, jobject, jvalue};
use jni::{InitArgsBuilder, JNIEnv, JavaVM, NativeMethod};

/// The function that Java calls: with the number of a kind of call, one more number, and bytes. May answer with bytes.
pub type Upcall = dyn Fn(i32, i64, &[u8]) -> Option<Vec<u8>> + Send + Sync;

/// The kind of the calls by `ask`: a question.
const ASK: i32 = 7;

/// The class that is called, and calls.
const BRIDGE: &str = "agon/bridge/Bridge";

/// Java's calls come to a function without state of its own, so the process has one receiver.
static UPCALL: OnceLock<Box<Upcall>> = OnceLock::new();

/// Held while a machine is started: a process has one at most.
static STARTED: Mutex<bool> = Mutex::new(false);

/// A Java virtual machine in this process. It lasts as long as the process.
pub struct Jvm {
    vm: JavaVM,
    bridge: GlobalRef,
    call: JStaticMethodID,
}

/// Removes Rust's fault handlers, which report a stack overflow. The machine calls those that it finds for what is none of
/// its own doing, and theirs end the process in silence; without them it reports what has happened, and where.
#[cfg(unix)]
#[allow(unsafe_code)]
fn leave_faults_to_java() {
    for fault in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: no handler of ours is put in, and nothing relies on that of the standard library: it ends the process.
        unsafe { libc::signal(fault, libc::SIG_DFL) };
    }
}

#[cfg(not(unix))]
fn leave_faults_to_java() {}

impl Jvm {
    /// Starts the machine whose library this is, with these options, of which one is the class path. Its threads call `on_upcall` for
    /// each message to the society.
    ///
    /// # Errors
    ///
    /// If there is one already, or it does not start, in words for people.
    pub fn start(library: &Path, options: &[String], on_upcall: Box<Upcall>) -> Result<Self, String> {
        if cfg!(target_feature = "crt-static") {
            return Err("this program is linked statically, and cannot load Java: take one that is not".to_owned());
        }
        let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *started, true) {
            return Err("a process has one Java virtual machine, and it has been started".to_owned());
        }
        let _ = UPCALL.set(on_upcall);
        let mut args = InitArgsBuilder::new().version(JNI_VERSION_1_8.into());
        for option in options {
            args = args.option(option);
        }
        let args = args.build().map_err(|wrong| format!("Java's options are wrong: {wrong}"))?;
        leave_faults_to_java();
        let vm = JavaVM::with_libjvm(args, || Ok(library))
            .map_err(|wrong| format!("{} does not start: {wrong}", library.display()))?;
        let (bridge, call) = {
            let mut env = vm.attach_current_thread_as_daemon().map_err(|wrong| wrong.to_string())?;
            bridge(&mut env).map_err(|wrong| match thrown(&mut env) {
                Some(thrown) => thrown,
                None => wrong.to_string(),
            })?
        };
        Ok(Self { vm, bridge, call })
    }

    /// Calls Java on this thread, which belongs to the machine, too, from then on.
    ///
    /// # Errors
    ///
    /// What was thrown.
    pub fn call(&self, what: i32, number: i64, data: &[u8]) -> Result<Option<Vec<u8>>, String> {
        let mut env = self.vm.attach_current_thread_as_daemon().map_err(|wrong| wrong.to_string())?;
        // What is made here would last as long as the thread.
        let answer = env.with_local_frame(4, |env| self.call_here(env, what, number, data));
        match answer {
            Ok(answer) => Ok(answer),
            Err(wrong) => Err(thrown(&mut env).unwrap_or_else(|| wrong.to_string())),
        }
    }

    #[allow(unsafe_code)]
    fn call_here(
        &self,
        env: &mut JNIEnv<'_>,
        what: i32,
        number: i64,
        data: &[u8],
    ) -> Result<Option<Vec<u8>>, jni::errors::Error> {
        let data = if data.is_empty() { JByteArray::default() } else { env.byte_array_from_slice(data)? };
        let arguments = [jvalue { i: what }, jvalue { j: number }, jvalue { l: data.as_raw() }];
        // `Desc` would look the class up by its name each time.
        let bridge: &JClass<'_> = self.bridge.as_obj().into();
        // SAFETY: the method's identifier comes from this class, with the signature that these arguments and this result have.
        let answer = unsafe { env.call_static_method_unchecked(bridge, self.call, ReturnType::Array, &arguments)? };
        let answer = JByteArray::from(answer.l()?);
        if answer.is_null() { Ok(None) } else { env.convert_byte_array(answer).map(Some) }
    }
}

impl std::fmt::Debug for Jvm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Jvm")
    }
}

/// Finds the bridge's class, and gives it the function by which it calls back.
fn bridge(env: &mut JNIEnv<'_>) -> Result<(GlobalRef, JStaticMethodID), jni::errors::Error> {
    let class = env.find_class(BRIDGE)?;
    let upcall = NativeMethod { name: "upcall".into(), sig: "(IJ[B)[B".into(), fn_ptr: upcall as *mut _ };
    let ask = NativeMethod { name: "ask".into(), sig: "([BI[B)I".into(), fn_ptr: ask as *mut _ };
    let rest = NativeMethod { name: "rest".into(), sig: "([B)V".into(), fn_ptr: rest as *mut _ };
    env.register_native_methods(&class, &[upcall, ask, rest])?;
    let call = env.get_static_method_id(&class, "call", "(IJ[B)[B")?;
    Ok((env.new_global_ref(class)?, call))
}

/// `Bridge.upcall`: a call from Java.
extern "system" fn upcall(env: JNIEnv<'_>, _: JClass<'_>, what: jint, number: jlong, data: JByteArray<'_>) -> jobject {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let data = if data.is_null() { Vec::new() } else { env.convert_byte_array(&data).ok()? };
        let answer = UPCALL.get()?(what, number, &data)?;
        env.byte_array_from_slice(&answer).ok()
    }));
    // A panic has been reported by its hook, and must not go on through Java.
    answer.ok().flatten().map_or(std::ptr::null_mut(), |answer| answer.into_raw())
}

/// What `ask` returns where nothing comes back.
const NOTHING: jint = jint::MIN;

/// So many bytes of a question need no allocation of their own.
const SHORT: usize = 256;

thread_local! {
    /// An answer that was longer than the array for it.
    static LONG: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// `Bridge.ask`: a question, whose answer is put into the array that comes with it. Returns its length, negative where
/// the array is too short for it, or there is no answer. Nothing is allocated in Java.
extern "system" fn ask(
    env: JNIEnv<'_>,
    _: JClass<'_>,
    question: JByteArray<'_>,
    length: jint,
    answer: JByteArray<'_>,
) -> jint {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let length = usize::try_from(length).ok()?;
        let mut short = [0; SHORT];
        let mut long = Vec::new();
        let question_bytes = if length <= SHORT {
            &mut short[..length]
        } else {
            long.resize(length, 0);
            &mut long[..]
        };
        env.get_byte_array_region(&question, 0, question_bytes).ok()?;
        let question_bytes = question_bytes.iter().map(|byte| byte.cast_unsigned());
        let mut unsigned = [0; SHORT];
        let answered = if length <= SHORT {
            unsigned.iter_mut().zip(question_bytes).for_each(|(to, from)| *to = from);
            UPCALL.get()?(ASK, 0, &unsigned[..length])?
        } else {
            UPCALL.get()?(ASK, 0, &question_bytes.collect::<Vec<u8>>())?
        };
        let count = jint::try_from(answered.len()).ok()?;
        if count > env.get_array_length(&answer).ok()? {
            LONG.set(answered);
            return Some(-count);
        }
        put(&env, &answer, &answered)?;
        Some(count)
    }));
    answered.ok().flatten().unwrap_or(NOTHING)
}

/// `Bridge.rest`: the answer for which the array was too short.
extern "system" fn rest(env: JNIEnv<'_>, _: JClass<'_>, answer: JByteArray<'_>) {
    let answered = LONG.take();
    let _ = catch_unwind(AssertUnwindSafe(|| put(&env, &answer, &answered)));
}

fn put(env: &JNIEnv<'_>, into: &JByteArray<'_>, bytes: &[u8]) -> Option<()> {
    let mut short = [0; SHORT];
    for (place, part) in (0..).step_by(SHORT).zip(bytes.chunks(SHORT)) {
        short.iter_mut().zip(part).for_each(|(to, from)| *to = from.cast_signed());
        env.set_byte_array_region(into, place, &short[..part.len()]).ok()?;
    }
    Some(())
}

/// What was thrown, as Java's text; it is caught.
fn thrown(env: &mut JNIEnv<'_>) -> Option<String> {
    let thrown = env.exception_occurred().ok().filter(|thrown| !thrown.is_null())?;
    env.exception_clear().ok()?;
    let text = |env: &mut JNIEnv<'_>, thrown: &JObject<'_>| -> Result<String, jni::errors::Error> {
        let text = env.call_method(thrown, "toString", "()Ljava/lang/String;", &[])?.l()?;
        let text = JString::from(text);
        Ok(env.get_string(&text)?.into())
    };
    let answered = text(env, &thrown).ok();
    // What its own `toString` throws is of no use.
    let _ = env.exception_clear();
    Some(answered.unwrap_or_else(|| "a Java exception".to_owned()))
}
