//! tmp
use multiball::ball::*; use multiball::court::Court; use multiball::geometry::Vec3;
fn main(){
  let physics=Physics::default(); let around=Court::STANDARD.surroundings();
  let mut seed=1u64; let mut r=||{seed=seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); ((seed>>33) as f64)/(1u64<<31) as f64};
  let mut flights=vec![];
  while flights.len()<1000 { let b=BallState::new(Vec3::new(-1.5+0.4*r(),-0.4+0.8*r(),0.15+0.3*r()),Vec3::new(4.+6.*r(),-1.+2.*r(),-0.5+3.*r()),Vec3::new(-50.+100.*r(),-300.+700.*r(),-100.+200.*r()));
    let mut s=BallSim::new(&physics,&around,b); let mut k=vec![]; while let Some(e)=s.next_event(1.0){k.push(e.kind);} if k==[EventKind::Table(TablePart::Top)] {flights.push(b);} }
  for tol in [1e-8,5e-9,3e-9]{
   let run=|tol:f64|->Vec<Vec3>{flights.iter().map(|b|{let mut s=BallSim::with_settings(&physics,&around,*b,0.0,Settings{tolerance:tol,markers:false}); while s.next_event(1.0).is_some(){} s.state().position}).collect()};
   let exact=run(1e-13);
   let mut best=f64::MAX; let mut out=vec![]; for _ in 0..7 {let t=std::time::Instant::now(); out=run(tol); best=best.min(t.elapsed().as_nanos() as f64/1000.);}
   let mut err:Vec<f64>=out.iter().zip(&exact).map(|(a,b)|(a-b).norm()).collect(); err.sort_by(f64::total_cmp);
   println!("tol {tol:e}: {best:.0} ns, {:.0}/s, err median {:.1e} p99 {:.1e} max {:.1e}",1e9/best,err[500],err[990],err[999]);
  }
}
