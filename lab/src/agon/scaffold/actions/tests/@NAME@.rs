use std::collections::BTreeMap;
use std::path::Path;

use agon_agentspeak::system::load_with;

#[test]
fn the_room_gets_warm() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("@NAME@.mas2j");
    let mut system = load_with(&project, BTreeMap::new(), &@PROJECT@::extensions()).expect("a project");
    assert_eq!(system.run(100_000), Some(0));
    assert_eq!(system.lines(), ["[heater] 20 degrees are enough; that is 68 Fahrenheit"]);
}
